import { useView } from '#pages/ui/view.ts'
import { Closed } from './Closed'
import type { show } from './page.server'
import { RegistrationForm } from './RegistrationForm'

export default function Page() {
  return useView<typeof show>().data.isOpen ? <RegistrationForm /> : <Closed />
}
