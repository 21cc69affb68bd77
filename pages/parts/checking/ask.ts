import type { DeskPage } from '#server/features/index.ts'
import type { FormOutcome } from '#server/http/page.ts'

/**
 * Shows the form again and asks the officer to agree to the outcome before it takes effect. `value`: the outcome that is
 * agreed to, which the form then posts as `agreed`. `kept`: as in `Confirmation`.
 */
export function askOnce(
  { posted }: Pick<DeskPage, 'posted'>,
  {
    title,
    lines,
    kept,
    submit,
    value,
  }: { title: string; lines: readonly string[]; kept?: string; submit: string; value: string },
): FormOutcome {
  const typed = Object.entries(posted).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'agreed',
  )
  const confirm = { title, lines: [...lines], kept, submit, name: 'agreed', value }
  return { status: 409, form: { values: Object.fromEntries(typed), errors: [], message: null, confirm } }
}
