import { Policy } from '#pages/parts/policies/Policy.tsx'

/** The place of content whose time is over. */
export default function Page() {
  return <Policy of="archival-policy" />
}
