import { OpensLater } from '../../../ui/OpensLater'

/** The staff's login. The desk itself comes with scrutiny; until then the page says so. */
export default function Page() {
  return <OpensLater />
}
