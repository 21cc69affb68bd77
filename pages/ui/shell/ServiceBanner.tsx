import { Banner } from '../data/Banner'
import { useView } from '../view'

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
