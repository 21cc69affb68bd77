import { OpensLater } from '../../../ui/OpensLater'
import { useView } from '../../../ui/view'
import type { load } from './page.server'

/** The staff's login. The desk itself comes with scrutiny; until then the page says so. */
export default function Page() {
  const { data } = useView<typeof load>()
  return <OpensLater title={data?.name} />
}
