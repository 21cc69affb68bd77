import { Policy } from '#pages/parts/policies/Policy.tsx'

/** The accessibility statement. */
export default function Page() {
  return <Policy of="accessibility" />
}
