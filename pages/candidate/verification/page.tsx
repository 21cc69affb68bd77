import { useView } from '#pages/ui/view.ts'
import { CodeCheck } from './CodeCheck'
import { LinkAction } from './LinkAction'
import type { load } from './page.server'

/** The target of links in mails and messages, and the check of a document's code. */
export default function Page() {
  const { kind } = useView<typeof load>().data
  return kind === 'code' ? <CodeCheck /> : <LinkAction kind={kind} />
}
