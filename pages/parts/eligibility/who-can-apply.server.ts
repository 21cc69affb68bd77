import {
  type EligibilityLine,
  earlyAnswer,
  earlyQuestions,
  whoCanApply,
} from '#server/domain/application/who-can-apply.ts'
import type { Page } from '#server/features/index.ts'
import type { TextKey } from '#server/i18n/keys.ts'

/**
 * For `WhoCanApply`: the three lines, the questions, and the answer to what this address asks, in words. The page names
 * `eligibility` and, for a course with words of its own, `form` among its texts.
 */
export function whoCanApplyOf({ services, query, t }: Page) {
  const { form } = services.course
  const words = ({ key, values, question }: EligibilityLine) =>
    t(`conditions:${key}` as TextKey, {
      ...values,
      ...(question && { of: t(`form:qualifications-details.${question}` as TextKey) }),
    })
  const given: Readonly<Record<string, string | undefined>> = {
    years: query.years,
    marks: query.marks,
    passed: query.passed,
    place: query.place,
  }
  const answer = earlyAnswer(form, given)
  return {
    lines: whoCanApply(form).map(words),
    questions: earlyQuestions(form).map(({ name, options, about }) => ({
      name,
      label: words(about ?? { key: `ask.${name}` }),
      value: given[name],
      options: options.map(({ key, values }) => ({ value: key, label: words({ key: `${name}.${key}`, values }) })),
    })),
    /** Somebody has asked; without an answer a question was left out. */
    isAsked: query.asked !== undefined || Object.values(given).some((value) => value !== undefined),
    answer: answer && { outcome: answer.outcome, text: words(answer.reason) },
    /** What else this address says, which the form of the questions sends again. */
    kept: { late: query.late, change: query.change, next: query.next },
  }
}
