import { Button } from '../../ui/form/Button'
import { useT } from '../../ui/view'

/** A form's second button: asks for another OTP. The page's action receives the intent `resend`. */
export const ResendButton = () => (
  <Button kind="quiet" name="intent" value="resend">
    {useT()('accounts:otp.resend')}
  </Button>
)
