import { OpensLater } from '../../ui/OpensLater'

/** A route whose content comes with a later part of the admission: it says so, in its place and behind its guard. */
export default function Page() {
  return <OpensLater />
}
