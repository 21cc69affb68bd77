import { useView } from '../view'
import { Banner } from './Banner'

/** What the cell says above every page for a while. */
export function ServiceBanner() {
  const { banner } = useView()
  if (!banner) return null
  return (
    <Banner tone={banner.tone} role="status">
      {banner.text}
    </Banner>
  )
}
