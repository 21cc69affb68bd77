import { Button } from '../../ui/form/Button'
import { useT } from '../../ui/view'

/**
 * A form's second button: asks for another OTP. The page's action receives the intent `resend`, or the field `again`
 * from a form that says its intent already: a field sent twice is refused.
 */
export const ResendButton = ({ name = 'intent' }: { name?: 'intent' | 'again' }) => (
  <Button kind="quiet" name={name} value="resend">
    {useT()('accounts:otp.resend')}
  </Button>
)
