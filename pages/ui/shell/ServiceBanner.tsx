import { useView } from '../view'
import { Banner } from './Banner'

/** The cell's temporary announcement above every page. */
export function ServiceBanner() {
  const { banner } = useView()
  if (!banner) return null
  return (
    <Banner tone={banner.tone} role="status">
      {banner.text}
    </Banner>
  )
}
