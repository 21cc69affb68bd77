import { Policy } from '../../parts/policies/Policy'

/** The use that others may make of the content. */
export default function Page() {
  return <Policy of="copyright-policy" />
}
