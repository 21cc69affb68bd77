import { OpensLater } from '../../ui/shell/OpensLater'

/** A route whose content comes with a later part of the admission: it says so, behind its usual guard. */
export default function Page() {
  return <OpensLater />
}
