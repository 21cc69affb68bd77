import { type ReactNode, useMemo } from 'react'
import { PageContext, usePage } from '#pages/ui/view.ts'

/**
 * Gives its children the page as its data came. What changes beside that data, such as the session after each save of a
 * list, then draws none of hundreds of rows again.
 */
export function Still({ children }: { children: ReactNode }) {
  const page = usePage()
  const { data, form } = page.view
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what its rows show, and nothing else
  const still = useMemo(() => page, [data, form, page.t])
  return <PageContext value={still}>{children}</PageContext>
}
