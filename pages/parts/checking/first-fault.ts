import { useEffect } from 'react'
import { fieldId } from '#pages/ui/field-id.ts'
import { useView } from '#pages/ui/view.ts'

/** Leads to the first fault of a form that came back: the focus is there, and its fact in sight. */
export function useFirstFault(): void {
  const { form } = useView()
  useEffect(() => {
    const [first] = form?.errors ?? []
    const field = first && document.getElementById(fieldId(first.field))
    field?.focus()
    field?.closest('[data-fact]')?.scrollIntoView({ block: 'nearest' })
  }, [form])
}
