import { href } from '../../ui/href'
import { Breadcrumb } from '../../ui/shell/Breadcrumb'
import { useT, useView } from '../../ui/view'

/** The way back to the payment page, the title and the lead of a page below it. */
export function PaymentHead({ title, lead }: { title: string; lead: string }) {
  const { base } = useView()
  const t = useT()
  const trail = [
    { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
    { title: t('shell:menu.payment'), href: href(base, 'payment') },
    { title },
  ]
  return (
    <>
      <Breadcrumb trail={trail} />
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
    </>
  )
}
