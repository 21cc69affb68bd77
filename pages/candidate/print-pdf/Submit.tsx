import { Proof } from '#pages/parts/accounts/Proof.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { UnprovedEmail } from '#pages/parts/accounts/UnprovedEmail.tsx'
import { Dock } from '#pages/parts/application/Dock.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { NetAddress } from '#pages/ui/data/NetAddress.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { toldBy } from '#pages/ui/told.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { declarationNow, declarations } from '#server/domain/application/declaration.ts'
import styles from './page.module.css'
import type { show } from './page.server'

/** Resubmits a corrected form that scrutiny sent back. The candidate declares again, without an OTP. */
export function Resubmit() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('scrutiny:resubmit.title')} place="submit">
      <Form name="resubmit" submit={t('scrutiny:resubmit.go')}>
        <input type="hidden" name="intent" value="resubmit" />
        <p>
          {t('scrutiny:resubmit.about')}{' '}
          {data.mode !== 2 && data.checkedBy && t('steps:submit.checked-by', { by: data.checkedBy })}
        </p>
        <Declaration />
      </Form>
    </Card>
  )
}

/** The form that asks for the OTP, whose button is in the bar at the foot. */
const otpForm = 'send-otp'

/**
 * The one act of the page in sight while the answers are read: the OTP for the submission, or the way to the form that
 * submits again, which is read before it is sent.
 */
export function SubmitBar() {
  const { data } = useView<typeof show>()
  const t = useT()
  const { isReverted, proving } = data
  if (!isReverted && proving === 'otp') return null
  return (
    <Dock step={null} state={null}>
      {isReverted ? (
        <Button href="#submit">{t('scrutiny:resubmit.title')}</Button>
      ) : (
        <Button form={otpForm}>{t('steps:submit.send-otp')}</Button>
      )}
    </Dock>
  )
}

/** Below the answers: explains the consequences, sends an OTP, then asks in its place for the declaration and the proof. */
export function Submit() {
  const { data, session } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('steps:submit.title')} place="submit">
      <div className="stack">
        <p>
          {t(data.mode === 2 ? 'steps:submit.consequence-centre' : 'steps:submit.consequence-scrutiny')}{' '}
          {data.mode !== 2 && data.checkedBy && t('steps:submit.checked-by', { by: data.checkedBy })}
        </p>
        <Reached />
        {data.proving === 'otp' ? (
          <Form name="submit" submit={t('steps:submit.go')} beside={<ResendButton />}>
            <Declaration isNext />
            <Proof hasPassword={data.hasPassword} isNext={false} />
          </Form>
        ) : (
          <Form name="otp" id={otpForm} submit={t('steps:submit.send-otp')} bar={() => false}>
            <input type="hidden" name="intent" value="otp" />
            <p>{t('steps:submit.otp-about', toldBy(t, session))}</p>
          </Form>
        )}
      </div>
    </Card>
  )
}

/** Where everything after this goes, to be read once more: a wrong number or address can still be mended now. */
function Reached() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  const { mobile, email, isEmailVerified } = data.contact
  return (
    <>
      <Facts
        layout="pairs"
        facts={[
          { label: t('steps:reach.mobile'), value: mobile },
          {
            label: t('steps:reach.email'),
            value: (
              <>
                <NetAddress of={email} /> {!isEmailVerified && data.proving === null && <UnprovedEmail />}
              </>
            ),
          },
        ]}
      />
      <p className="hint">
        {t('steps:reach.about')} <a href={href(base, 'change-mobile')}>{t('steps:reach.change')}</a>{' '}
        <a href={href(base, 'contactus')}>{t('steps:reach.write')}</a>
      </p>
    </>
  )
}

/** The declaration in the words that the form prints with its number, and the tick by which it is made. `isNext`: as in `Field`. */
function Declaration({ isNext }: { isNext?: boolean }) {
  const t = useT()
  return (
    <>
      <div className={styles.declaration}>
        <h3>{t('steps:declaration.title', { number: declarationNow })}</h3>
        <p>{t(declarations[declarationNow])}</p>
      </div>
      <Field kind="checkbox" name="declaration" label={t('steps:declaration.agree')} required isNext={isNext} />
    </>
  )
}
