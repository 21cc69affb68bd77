import { Policy } from '#pages/parts/policies/Policy.tsx'

/** Links to other sites, and links of others to this one. */
export default function Page() {
  return <Policy of="hyperlinking-policy" />
}
