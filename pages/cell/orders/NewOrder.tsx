import { DateField } from '#pages/parts/desk/DateField.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { isAboutCandidature } from '#server/domain/admission/exclusion.ts'
import { correctableSteps, type OrderKind } from '#server/domain/admission/orders.ts'
import { isSeatOrder } from '#server/domain/admission/seat-orders.ts'
import { routeOfStep } from '#server/domain/terms/routes.ts'
import type { load } from './page.server'

/** The form for an order of one kind, or why it cannot be begun. An outage is previewed before it is prepared. */
export function NewOrder({ kind }: { kind: OrderKind }) {
  const { barredBy } = useView<typeof load>().data
  const t = useT()
  return (
    <Card tone="narrow" title={t(`orders:kind.${kind}`)}>
      <p>{t(`orders:about.${kind}`)}</p>
      {barredBy === null ? <OrderForm kind={kind} /> : <Banner tone="warn">{barredBy}</Banner>}
    </Card>
  )
}

function OrderForm({ kind }: { kind: OrderKind }) {
  const t = useT()
  const isSeat = isSeatOrder(kind)
  const isCandidature = isAboutCandidature(kind)
  return (
    <>
      {kind === 'withdraw-admission' && <Instead />}
      <Form
        submit={t(
          kind === 'outage'
            ? 'orders:new.preview'
            : isSeat || isCandidature
              ? 'orders:new.seat-preview'
              : 'orders:new.submit',
        )}
        name={kind}
      >
        <Confirm />
        <input type="hidden" name="intent" value={kind} />
        <OwnFields kind={kind} />
        <Field
          name="orderNumber"
          label={t('orders:new.order-number')}
          hint={t('orders:new.order-number-hint')}
          required
          maxLength={40}
        />
        <Field
          name="authority"
          label={t('orders:new.authority')}
          hint={t('orders:new.authority-hint')}
          required
          maxLength={100}
        />
        <Field kind="textarea" name="reason" label={t('orders:new.reason')} required rows={3} maxLength={500} />
      </Form>
    </>
  )
}

/** The orders that take the seat and keep the candidate out as well. */
function Instead() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <p>{t('orders:withdrawal.stays')}</p>
      <ul className="acts">
        {(['debar', 'cancel-application'] as const).map((kind) => (
          <li key={kind}>
            <a href={href(cellBase, 'orders', undefined, { kind, applicationId: data.applicationId ?? undefined })}>
              {t(`orders:withdrawal.${kind}`)}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The fields of a kind of order, before those that every order has. */
function OwnFields({ kind }: { kind: OrderKind }) {
  const { applicationId, kept } = useView<typeof load>().data
  const t = useT()
  const isCandidature = isAboutCandidature(kind)
  return (
    <>
      {kind === 'admit-late' && (
        <Field
          kind="tel"
          name="mobile"
          label={t('orders:new.mobile')}
          hint={t('orders:new.mobile-hint')}
          required
          width="medium"
        />
      )}
      {(kind === 'extend' || kind === 'correct' || isSeatOrder(kind) || isCandidature) && (
        <Field
          name="applicationId"
          label={t('orders:new.application-id')}
          value={applicationId ?? undefined}
          required
          width="medium"
          maxLength={20}
        />
      )}
      {kind === 'cancel-application' && (
        <Field
          name="kept"
          label={t('orders:new.kept')}
          hint={t('orders:new.kept-hint')}
          value={kept ?? undefined}
          width="medium"
          maxLength={20}
        />
      )}
      {kind === 'correct' && <Steps />}
      {kind === 'restore-allotment' && (
        <Field
          kind="checkbox"
          name="supernumerary"
          label={t('orders:new.supernumerary')}
          hint={t('orders:new.supernumerary-hint')}
        />
      )}
      {kind !== 'cancel-allotment' && kind !== 'withdraw-admission' && !isCandidature && (
        <Moment isOutage={kind === 'outage'} />
      )}
    </>
  )
}

/** A deadline, or the beginning of an outage and its hours. */
function Moment({ isOutage }: { isOutage: boolean }) {
  const t = useT()
  return (
    <>
      <DateField name="date" label={t(isOutage ? 'orders:new.outage-date' : 'orders:new.until-date')} required />
      <Field
        name="time"
        label={t(isOutage ? 'orders:new.outage-time' : 'orders:new.until-time')}
        hint={t('orders:new.time-hint')}
        required
        width="short"
        maxLength={5}
        value={isOutage ? undefined : '17:00'}
      />
      {isOutage && (
        <Field
          name="hours"
          label={t('orders:new.hours')}
          hint={t('orders:new.hours-hint')}
          inputMode="numeric"
          required
          width="short"
          maxLength={3}
        />
      )}
    </>
  )
}

function Steps() {
  const t = useT()
  return (
    <fieldset className="ticks">
      <legend>{t('orders:new.steps')}</legend>
      {correctableSteps.map((step) => (
        <Field
          key={step}
          kind="checkbox"
          name={`step${step}`}
          label={t(`signedin:menu.${routeOfStep(step) as 'type-details'}`)}
        />
      ))}
    </fieldset>
  )
}
