import { whoCanApplyOf } from '#pages/parts/eligibility/who-can-apply.server.ts'
import { longestSearch, newestOf, noticeView } from '#pages/parts/notices/views.ts'
import { questionPhases } from '#server/domain/site/notices.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['faq', 'eligibility', 'worksheet'] as const
export const isCacheable = true
export const updatedAt = ({ services }: Page) => newestOf(services, 'faq')

/** The questions with the cell's answers, by the part of the admission; `?q=` searches them. */
export function load(page: Page) {
  const { services, language, query } = page
  const q = query.q?.trim().slice(0, longestSearch) ?? ''
  const { notices } = services.notices.listed('faq', { archive: false, q })
  return {
    q,
    who: whoCanApplyOf(page),
    count: notices.length,
    phases: [...questionPhases, null]
      .map((phase) => ({
        phase: phase ?? ('other' as const),
        questions: notices.filter((notice) => notice.phase === phase).map((notice) => noticeView(notice, language)),
      }))
      .filter(({ questions }) => questions.length > 0),
  }
}
