import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DueName } from '#server/domain/money/fees.ts'

/** The way back to the payment page, the title and the lead of a page below it. */
export function PaymentHead({ title, lead, due }: { title: string; lead: string | undefined; due?: DueName }) {
  const { base } = useView()
  const t = useT()
  const trail = [
    { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
    due === 'seat-acceptance'
      ? { title: t('signedin:menu.seat-acceptance'), href: href(base, 'self-arc-home') }
      : { title: t('signedin:menu.payment'), href: href(base, 'payment') },
    { title },
  ]
  return (
    <>
      <Breadcrumb trail={trail} />
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
    </>
  )
}
