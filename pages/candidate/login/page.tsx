import { useView } from '#pages/ui/view.ts'
import { LoginForm } from './LoginForm'
import { OtpStep } from './OtpStep'
import type { show } from './page.server'

/** Login by password; if an OTP is needed too, the same form asks for it (without JavaScript, a second page). */
export default function Page() {
  return useView<typeof show>().data.isOtpStep ? <OtpStep /> : <LoginForm />
}
