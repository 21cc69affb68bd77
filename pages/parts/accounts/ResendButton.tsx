import { useNow } from '#pages/ui/browser/now.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT, useView } from '#pages/ui/view.ts'

/** What a page says of its OTP: the seconds until there can be another, when the page is made. */
type WithOtp = () => { resendIn?: number } | null
/** When an OTP was sent, by the portal's clock, and the seconds until there can be another. */
type SentInPlace = { at: number; resendIn: number }

/**
 * A form's second button: asks for another OTP. The page's action receives the intent `resend`, or the field `again`
 * from a form that says its intent already: a field sent twice is refused. While there can be no other OTP, the button
 * waits and shows for how long; without JavaScript a sentence says it. `sent`: an OTP that the form's script asked for
 * after the page was made.
 */
export function ResendButton({ name = 'intent', sent }: { name?: 'intent' | 'again'; sent?: SentInPlace }) {
  const view = useView<WithOtp>()
  const t = useT()
  const now = useNow(1000)
  const made = sent?.at ?? view.now
  const wait = sent?.resendIn ?? view.data?.resendIn ?? 0
  const left = Math.max(0, Math.ceil(wait - ((now ?? made) - made) / 1000))
  const isWaiting = left > 0 && now !== null
  return (
    <>
      <Button kind="quiet" name={name} value="resend" disabled={isWaiting}>
        {isWaiting ? t('otp:resend-in', { time: inMinutes(left) }) : t('otp:resend')}
      </Button>
      {left > 0 && now === null && (
        <span className="hint">
          {left > 60
            ? t('otp:resend-from-minutes', { count: Math.ceil(left / 60) })
            : t('otp:resend-from', { count: left })}
        </span>
      )}
    </>
  )
}

/** `1:05` */
const inMinutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
