import { type ToastType, useView } from '../view'
import { Banner, type BannerTone } from './Banner'

const tones: Record<ToastType, BannerTone> = {
  info: 'info',
  default: 'info',
  success: 'ok',
  warning: 'warn',
  error: 'error',
}

/** What the last action said. The layouts place it; with JavaScript good news comes as a toast instead. */
export function FlashBanner() {
  const { flash } = useView()
  if (!flash) return null
  return (
    <Banner tone={tones[flash.type]} role={flash.type === 'error' ? 'alert' : 'status'}>
      {flash.text}
    </Banner>
  )
}
