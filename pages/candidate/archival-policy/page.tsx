import { Policy } from '../../parts/policies/Policy'

/** The place of content whose time is over. */
export default function Page() {
  return <Policy of="archival-policy" />
}
