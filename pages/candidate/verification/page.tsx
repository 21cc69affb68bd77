import { useView } from '../../ui/view'
import { CodeCheck } from './CodeCheck'
import { LinkAction } from './LinkAction'
import type { load } from './page.server'

/** Where the links of mails and messages lead, and where a document's code is checked. */
export default function Page() {
  const { kind } = useView<typeof load>().data
  return kind === 'code' ? <CodeCheck /> : <LinkAction kind={kind} />
}
