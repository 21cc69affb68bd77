import { Policy } from '../../parts/policies/Policy'

/** The accessibility statement. */
export default function Page() {
  return <Policy of="accessibility" />
}
