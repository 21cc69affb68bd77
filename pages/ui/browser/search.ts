import type { Browser } from './browser'
import { addressOf, dataOf, entriesOf, type Submitter } from './form-data'

/** Sends a search: the result is a page with an address. */
export function searchBy({ navigation }: Browser, event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  const submitter = event.submitter as Submitter
  event.preventDefault()
  const url = addressOf(form, submitter)
  url.search = new URLSearchParams(entriesOf(dataOf(form, submitter)).filter(([, value]) => value !== '')).toString()
  void navigation.go(url.href, { isSameVisit: !url.hash })
}
