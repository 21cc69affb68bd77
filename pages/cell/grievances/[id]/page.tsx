import { seatInWords, ZoneTable } from '#pages/parts/allotment/ZoneTable.tsx'
import { StepTicks } from '#pages/parts/grievances/StepTicks.tsx'
import { StateTag, Thread } from '#pages/parts/grievances/Thread.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { grievanceRules } from '#server/domain/scrutiny/grievances.ts'
import type { load } from './page.server'

/** One grievance: its thread, and the form to answer, refuse or approve it. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { id, number, type, steps, state, candidate, said } = data
  return (
    <>
      <Breadcrumb
        trail={[{ title: t('staff:menu.grievances'), href: href(cellBase, 'grievances') }, { title: number }]}
      />
      <h1>{number}</h1>
      <Card>
        <div className="heading">
          <h2>{t(`grievances:type.${type}`)}</h2>
          <StateTag state={state} />
        </div>
        <p>
          {candidate.userId} · <Written>{candidate.fullName}</Written>
        </p>
        {steps.length > 0 && (
          <p className="hint">
            {t('grievances:steps-named', { steps: steps.map((step) => t(`signedin:menu.${step}`)).join(', ') })}
          </p>
        )}
        <Thread
          grievance={data}
          candidate={candidate.fullName}
          fileAddress={(file) => href(cellBase, 'grievances/:id/file/:file', { id, file })}
        />
      </Card>
      {said && <Said />}
      {state === 'open' ? <Decision /> : <Banner tone="info">{t(`grievances:desk.decided.${state}`)}</Banner>}
    </>
  )
}

/** What the candidate calls wrong after an allotment, and what upholding it would change. Source: rules §8.13. */
function Said() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { said, zone } = data
  return (
    <Card title={t('grievances:seat.title')}>
      <Table
        caption={t('grievances:seat.title')}
        rows={said!}
        keyOf={({ fact }) => fact}
        columns={[
          { title: t('grievances:seat.fact'), cell: ({ label }) => label },
          { title: t('grievances:seat.stated'), cell: ({ stated }) => stated || '–', isWritten: true },
          { title: t('grievances:seat.right'), cell: ({ right }) => right || '–', isWritten: true },
        ]}
      />
      {zone && (
        <>
          <Banner tone={zone.keepsSeat ? 'info' : 'warn'}>
            {t(zone.keepsSeat ? 'grievances:seat.kept' : 'grievances:seat.lost')}
          </Banner>
          <Facts
            facts={[
              { label: t('grievances:seat.now'), value: seatInWords(zone.own?.before ?? null) },
              { label: t('grievances:seat.rerun'), value: seatInWords(zone.own?.after ?? null) },
            ]}
          />
          <ZoneTable zone={zone} />
        </>
      )}
    </Card>
  )
}

/** One form for all three decisions; its text goes to the candidate in every case. */
function Decision() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { steps: ticked, mayApprove, isListed, said } = data
  const intents = mayApprove ? (['answer', 'refuse', 'approve'] as const) : (['answer', 'refuse'] as const)
  return (
    <Card tone="narrow" title={t('grievances:desk.decide')}>
      <Form submit={t('grievances:desk.submit')} name="decide">
        <Field
          kind="textarea"
          name="text"
          label={t('grievances:desk.text')}
          hint={t('grievances:text-hint', { max: grievanceRules.maxCharacters })}
          required
          rows={6}
          maxLength={grievanceRules.maxCharacters}
        />
        <Field
          kind="radios"
          name="intent"
          label={t('grievances:desk.intent')}
          required
          options={intents.map((intent) => ({
            value: intent,
            label: t(`grievances:desk.intent.${intent}`),
            hint: t(
              said && intent !== 'answer' ? `grievances:seat.${intent}.hint` : `grievances:desk.intent.${intent}.hint`,
            ),
          }))}
        />
        {said ? null : mayApprove ? (
          <StepTicks legend={t('grievances:desk.steps')} hint={t('grievances:desk.steps-hint')} ticked={ticked} />
        ) : (
          <Banner tone="warn">{t(isListed ? 'grievances:desk.listed' : 'grievances:desk.not-confirmed')}</Banner>
        )}
      </Form>
    </Card>
  )
}
