import type { AccountsStore, CandidateRow } from './store'

/** The other account that has this number; null if there is none. */
export function ownerOf(store: Pick<AccountsStore, 'candidateByMobile'>, mobile: string, by: CandidateRow) {
  const other = store.candidateByMobile(mobile)
  return other && other.id !== by.id ? other : null
}
