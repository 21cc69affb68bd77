import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { NumberStep } from './NumberStep'
import { OtpStep } from './OtpStep'
import type { show } from './page.server'

/** Changes the mobile number: the number first, then its OTP and the password. */
export default function Page() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  const title = t('signedin:title.change-mobile')
  const trail = [
    { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
    { title: t('signedin:menu.forgot-password-auth'), href: href(base, 'forgot-password-auth') },
    { title },
  ]
  return (
    <>
      <Breadcrumb trail={trail} />
      <h1>{title}</h1>
      <p className="lead">{t('accounts:mobile.now', { mobile: data.mobile })}</p>
      {data.proving === null ? <NumberStep /> : <OtpStep mobile={data.proving} />}
    </>
  )
}
