import { readGrievance } from '#pages/parts/grievances/read.server.ts'
import { href } from '#pages/ui/href.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { GrievanceReply, NewGrievance } from '#server/features/scrutiny/grievances/schema.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { ok, type Result } from '#server/kernel/result.ts'

export const texts = ['grievances', 'thread', 'files', 'unfit'] as const

/** The candidate's grievances, newest first, and the acts open to them now. */
export function load(page: CandidatePage) {
  const { grievances, mayFile, closesAt } = page.services.grievances.own(page.actor.candidateId, page.arrivedAt)
  return {
    grievances: grievances
      .filter(({ type }) => type !== 'process')
      .reverse()
      .map((one) => readGrievance(page, one)),
    mayFile: mayFile.ok,
    notNow: mayFile.ok ? null : page.invalid(mayFile.refusal).form.message,
    closesAt,
  }
}

/** A form that names a grievance continues it; any other form begins a new one. */
export const action = (page: CandidatePage) => ('grievance' in page.posted ? say(page) : submit(page))

/** The words of a form and the files with them; every fault of either is named at once. */
async function sent<T>(
  page: CandidatePage,
  form: Result<T>,
): Promise<Result<{ words: T; attached: readonly UploadedFile[] }>> {
  const files = await page.files()
  if (!files.ok && files.refusal.code !== 'wrong-media-type') return files
  const attached = files.ok ? files.value : []
  if (form.ok) return ok({ words: form.value, attached })
  const faults = await page.services.grievances.faultsOf(page.actor.candidateId, attached)
  return { ok: false, refusal: { ...form.refusal, fields: [...(form.refusal.fields ?? []), ...faults] } }
}

async function submit(page: CandidatePage) {
  const form = await sent(page, page.form(NewGrievance))
  if (!form.ok) return form
  const { words, attached } = form.value
  const filed = await page.services.grievances.file(page.actor.candidateId, words, attached, page.arrivedAt)
  if (!filed.ok) return filed
  return page.redirect(href(page.base, 'grievancy'), {
    type: 'success',
    key: 'grievances:flash.filed',
    values: { number: filed.value.number },
  })
}

async function say(page: CandidatePage) {
  const form = await sent(page, page.form(GrievanceReply))
  if (!form.ok) return form
  const { grievance, ...message } = form.value.words
  const said = await page.services.grievances.say(
    page.actor.candidateId,
    Number(grievance),
    message,
    form.value.attached,
    page.arrivedAt,
  )
  if (!said.ok) return said
  return page.redirect(href(page.base, 'grievancy'), {
    type: 'success',
    key: message.reopen ? 'grievances:flash.reopened' : 'grievances:flash.said',
    values: { number: said.value.number },
  })
}
