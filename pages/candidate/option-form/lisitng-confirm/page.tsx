import { Proof } from '#pages/parts/accounts/Proof.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { Dock } from '#pages/parts/application/Dock.tsx'
import { FixedList } from '#pages/parts/option-form/FixedList.tsx'
import { Consequences, ShortList } from '#pages/parts/option-form/Outlook.tsx'
import { RoundHead } from '#pages/parts/option-form/RoundHead.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { Doctor } from './Doctor'
import type { load } from './page.server'

/** The form that asks for the OTP, whose button is in the bar at the foot. */
const otpForm = 'send-otp'

/**
 * The list with its consequences. The candidate confirms it with password and OTP, and can later withdraw the
 * confirmation.
 */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { head, lines, outlook, faults } = data
  const to = (route: 'option-form/select-prefrence' | 'option-form/select-institutes' | 'option-form/print') =>
    href(base, route, undefined, { round: head.round })
  return (
    <>
      <RoundHead title={t(head.confirmedAt ? 'options:confirm.page-confirmed' : 'options:confirm.page')} />
      {/* One forecast on a page: that of the whole list, where there is one. */}
      {(data.doctor?.chances?.odds ?? null) === null && <ShortList outlook={outlook} />}
      {faults.length > 0 && (
        <Banner
          tone="error"
          title={t('options:confirm.faults')}
          action={<a href={to('option-form/select-prefrence')}>{t('options:confirm.change')}</a>}
        >
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Banner>
      )}
      {data.proving === 'otp' && data.mayConfirm && <Confirm />}
      <Doctor />
      {data.proving === 'unlock' && data.mayUnlock && <Unlock />}
      <Card title={t('options:confirm.title', { count: lines.length })}>
        {lines.length ? (
          <FixedList lines={lines} />
        ) : (
          <p>
            {t(head.isOpen ? 'options:order.none' : 'options:order.none-over')}{' '}
            {head.isOpen && <a href={to('option-form/select-institutes')}>{t('options:step.institutes')}</a>}
          </p>
        )}
        {head.mayChange && lines.length > 0 && (
          <p>
            <a href={to('option-form/select-prefrence')}>{t('options:confirm.change')}</a>
          </p>
        )}
      </Card>
      <Consequences lines={lines} />
      {data.mayConfirm && data.proving !== 'otp' && (
        <>
          <Confirm />
          <Dock step={null} state={t('options:task.not-confirmed')}>
            <Button form={otpForm}>{t('options:confirm.send-otp')}</Button>
          </Dock>
        </>
      )}
      {head.confirmedAt && (
        <div className="actions screen-only">
          <Button href={to('option-form/print')}>{t('options:confirm.print')}</Button>
        </div>
      )}
      {data.mayUnlock && data.proving !== 'unlock' && <Unlock />}
    </>
  )
}

/** The version of the list, and the fields for password and OTP. */
function VersionProof() {
  const { data } = useView<typeof load>()
  return (
    <>
      <input type="hidden" name="version" value={data.head.version} />
      <Proof hasPassword={data.hasPassword} />
    </>
  )
}

/** Explains the consequences, sends an OTP, then asks for the proof. */
function Confirm() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone="narrow" title={t('options:confirm.act')}>
      <div className="stack">
        <p>{t('options:confirm.about', { closes: data.head.closes ?? '' })}</p>
        {data.proving === 'otp' ? (
          <Form name="confirm" submit={t('options:confirm.go')} beside={<ResendButton />}>
            <VersionProof />
          </Form>
        ) : (
          <Form name="otp" id={otpForm} submit={t('options:confirm.send-otp')} bar={() => false}>
            <input type="hidden" name="intent" value="otp" />
          </Form>
        )}
      </div>
    </Card>
  )
}

function Unlock() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone="narrow" title={t('options:unlock.title')}>
      <div className="stack">
        <p>{t('options:unlock.about')}</p>
        {data.proving === 'unlock' ? (
          <Form name="unlock" kind="danger" submit={t('options:unlock.go')} beside={<ResendButton />}>
            <VersionProof />
          </Form>
        ) : (
          <Form name="unlock-otp" kind="quiet" submit={t('options:unlock.send-otp')}>
            <input type="hidden" name="intent" value="unlock" />
          </Form>
        )}
      </div>
    </Card>
  )
}
