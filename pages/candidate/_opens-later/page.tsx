import { OpensLater } from '../../ui/shell/OpensLater'

/** A placeholder for a route whose content opens later in the admission process. The route keeps its usual guard. */
export default function Page() {
  return <OpensLater />
}
