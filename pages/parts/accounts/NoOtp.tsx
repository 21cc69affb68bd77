import type { ReactNode } from 'react'
import { Card } from '#pages/ui/data/Card.tsx'
import { useT } from '#pages/ui/view.ts'

/** Advice for somebody whose OTP does not come; the children say what else can be wrong on this page. */
export function NoOtp({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <Card tone="narrow" title={t('otp:none')}>
      <div className="prose">
        <p>{t('otp:wait')}</p>
        {children}
      </div>
    </Card>
  )
}
