import type { ReactNode } from 'react'
import { Banner, type BannerTone } from '#pages/ui/data/Banner.tsx'
import { Icon, type IconName } from '#pages/ui/data/Icon.tsx'
import styles from './payments.module.css'

const looks = {
  paid: { tone: 'ok', icon: 'step' },
  pending: { tone: 'warn', icon: 'clock' },
  failed: { tone: 'error', icon: 'close' },
  back: { tone: 'warn', icon: 'back' },
} as const satisfies Record<string, { tone: BannerTone; icon: IconName }>

/** The outcome of a payment, at the top of the page, with an icon, words and a colour. */
export function PaymentBanner({
  kind,
  title,
  children,
}: {
  kind: keyof typeof looks
  title: string
  children: ReactNode
}) {
  const { tone, icon } = looks[kind]
  const heading = (
    <span className={styles.status}>
      <Icon name={icon} />
      {title}
    </span>
  )
  return (
    <Banner tone={tone} title={heading}>
      {children}
    </Banner>
  )
}
