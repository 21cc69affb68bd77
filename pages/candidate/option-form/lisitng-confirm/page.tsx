import { Proof } from '../../../accounts-parts/Proof'
import { ResendButton } from '../../../accounts-parts/ResendButton'
import { FixedList } from '../../../options-parts/FixedList'
import { Consequences, ShortList } from '../../../options-parts/Outlook'
import { RoundHead } from '../../../options-parts/RoundHead'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Form } from '../../../ui/Form'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'

/** Check the list, read what follows from it, confirm with password and OTP; afterwards, take the confirmation back. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { head, lines, outlook, faults } = data
  const to = (route: 'option-form/select-prefrence' | 'option-form/select-institutes' | 'option-form/print') =>
    href(base, route, undefined, { round: head.round })
  return (
    <>
      <RoundHead title={t('options:confirm.page')} />
      <ShortList outlook={outlook} />
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
      {data.proving === 'unlock' && data.mayUnlock && <Unlock />}
      <Card title={t('options:confirm.title', { count: lines.length })}>
        {lines.length ? (
          <FixedList lines={lines} />
        ) : (
          <p>
            {t('options:order.none')}{' '}
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
      {data.mayConfirm && data.proving !== 'otp' && <Confirm />}
      {head.confirmedAt && (
        <div className="actions option-acts">
          <Button href={to('option-form/print')}>{t('options:confirm.print')}</Button>
        </div>
      )}
      {data.mayUnlock && data.proving !== 'unlock' && <Unlock />}
    </>
  )
}

/** Which version is proved, and the proof. */
function VersionProof() {
  const { data } = useView<typeof load>()
  return (
    <>
      <input type="hidden" name="version" value={data.head.version} />
      <Proof hasPassword={data.hasPassword} />
    </>
  )
}

/** The consequence first, then the OTP, then the proof. */
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
          <Form name="otp" submit={t('options:confirm.send-otp')}>
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
