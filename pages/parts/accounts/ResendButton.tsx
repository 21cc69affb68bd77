import { Button } from '../../ui/form/Button'
import { useT } from '../../ui/view'

/** Beside a form's own button: asks for another OTP. The page's action finds the intent `resend`. */
export const ResendButton = () => (
  <Button kind="quiet" name="intent" value="resend">
    {useT()('accounts:otp.resend')}
  </Button>
)
