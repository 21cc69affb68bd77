import { editionStanding } from '#pages/parts/seat-matrix/edition-standing.ts'
import { seatLine } from '#pages/parts/seat-matrix/search.ts'
import { afterPart } from '#pages/parts/settings/set-up.server.ts'
import { pageOf } from '#pages/ui/form/page-of.ts'
import { href } from '#pages/ui/href.ts'
import { mostFaults } from '#server/domain/desk/imports.ts'
import type { DeskPage } from '#server/features/index.ts'
import {
  SeatAttestationTerm,
  SeatMatrixAct,
  SeatOverride,
  SeatPaperAnswer,
} from '#server/features/seats/seat-matrix/schema.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'

type Shown = DeskPage<'seat-matrix/:id'>

export const texts = ['seats', 'seatlists', 'imports'] as const

/** An edition as it would be published, with its report; null (404) for an unknown one. */
export function load(page: Shown) {
  const { services, language, query, actor } = page
  const found = services.seatMatrix.edition(actor, page.params.id)
  if (!found) return null
  const { edition, courses, sums, findings, losses, doubts, unanswered, changes, isSecondPerson, institutes, seen } =
    found
  const { number, state, fileName, hash, preparedAt, preparedByName, decidedAt, decidedByName } = edition
  const { lines, ...place } = pageOf(courses, query.page)
  return {
    /** Before the opening: where the guide goes on while another person looks at the edition. */
    goOn: services.setUp.isOpened() ? null : afterPart(page, 'institutes', true),
    id: edition.id,
    inForce: services.seats.inForce()?.edition ?? null,
    number,
    standing: editionStanding({
      state,
      isInForce: edition.id === services.seats.inForce()?.editionId,
      isWithInstitutes: found.isWithInstitutes,
    }),
    fileName,
    hash,
    imported: { name: preparedByName, at: formatDateTime(preparedAt, language) },
    published: state === 'published' ? { name: decidedByName ?? '', at: formatDateTime(decidedAt!, language) } : null,
    sums,
    seen,
    findings,
    losses,
    doubts: doubts.slice(0, mostFaults),
    doubtCount: doubts.length,
    attestBy: edition.attestBy === null ? null : formatDateTime(edition.attestBy, language),
    isAnswerable: edition.attestBy !== null && services.clock.portal() < edition.attestBy,
    institutes: institutes.map(({ code, name, courses: lines, answer }) => ({
      code,
      name: page.named(name),
      lines,
      verdict: answer?.verdict ?? ('none' as const),
      by: answer && { name: answer.byName, at: formatDateTime(answer.at, language) },
    })),
    unanswered,
    changes,
    isPending: state === 'prepared',
    isSecondPerson,
    ...place,
    lines: lines.map((course) => seatLine(page, course)),
  }
}

export const title = ({ t }: Shown, data: DataOf<typeof load>): string => t('seats:edition', { number: data.number })

/** Records a reason or an answer, asks the institutes, or publishes or discards the edition. */
export function action(page: Shown) {
  const { seatMatrix } = page.services
  const id = page.params.id
  const here = href(page.cellBase, 'seat-matrix/:id', { id: String(id) })
  if (page.posted.intent === 'override') {
    const form = page.form(SeatOverride)
    if (!form.ok) return form
    const done = seatMatrix.override(page.actor, id, form.value)
    if (!done.ok) return done
    return page.redirect(here, { type: 'success', key: 'seats:flash.overridden' })
  }
  if (page.posted.intent === 'ask') {
    const form = page.form(SeatAttestationTerm)
    if (!form.ok) return form
    const done = seatMatrix.ask(page.actor, id, form.value)
    if (!done.ok) return done
    const { told, silent } = done.value
    return page.redirect(
      here,
      silent
        ? { type: 'warning', key: 'seats:flash.asked-silent', values: { told, silent } }
        : { type: 'success', key: 'seats:flash.asked', values: { told } },
    )
  }
  if (page.posted.intent === 'paper') {
    const form = page.form(SeatPaperAnswer)
    if (!form.ok) return form
    const done = page.services.seatAttestation.recordPaper(page.actor, id, form.value.institute)
    if (!done.ok) return done
    return page.redirect(here, { type: 'success', key: 'seats:flash.paper', values: { code: form.value.institute } })
  }
  const form = page.form(SeatMatrixAct)
  if (!form.ok) return form
  const done =
    form.value.intent === 'publish'
      ? seatMatrix.publish(page.actor, id, form.value.seen, form.value.checked === true)
      : seatMatrix.discard(page.actor, id)
  if (!done.ok) return done
  return form.value.intent === 'publish'
    ? page.redirect(page.services.setUp.isOpened() ? here : href(page.cellBase, 'home'), {
        type: 'success',
        key: 'seats:flash.published',
      })
    : page.redirect(href(page.cellBase, 'seat-matrix'), { type: 'info', key: 'seats:flash.discarded' })
}
