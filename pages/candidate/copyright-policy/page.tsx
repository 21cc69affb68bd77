import { Policy } from '#pages/parts/policies/Policy.tsx'

/** The use that others may make of the content. */
export default function Page() {
  return <Policy of="copyright-policy" />
}
