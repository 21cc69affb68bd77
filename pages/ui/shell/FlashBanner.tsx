import type { ToastType } from '#server/domain/site/view.ts'
import { Banner, type BannerTone } from '../data/Banner'
import { useView } from '../view'

const tones: Record<ToastType, BannerTone> = {
  info: 'info',
  default: 'info',
  success: 'ok',
  warning: 'warn',
  error: 'error',
}

/** The message of the last action. The layouts place it; with JavaScript a success appears as a toast instead. */
export function FlashBanner() {
  const { flash } = useView()
  if (!flash) return null
  return (
    <Banner tone={tones[flash.type]} role={flash.type === 'error' ? 'alert' : 'status'}>
      {flash.text}
    </Banner>
  )
}
