import { useView } from '../../ui/view'
import { LoginForm } from './LoginForm'
import { OtpStep } from './OtpStep'
import type { show } from './page.server'

/** Login by password; where an OTP is due too, it is asked for in the same form, without JavaScript on a second page. */
export default function Page() {
  return useView<typeof show>().data.isOtpStep ? <OtpStep /> : <LoginForm />
}
