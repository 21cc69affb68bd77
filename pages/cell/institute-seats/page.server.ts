import { feeInWords } from '#pages/parts/seat-matrix/fee.ts'
import { href } from '#pages/ui/href.ts'
import { mayTouch } from '#server/domain/terms/staff.ts'
import type { DeskPage } from '#server/features/index.ts'
import { seatAnswer } from '#server/features/seats/seat-matrix/schema.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['seats', 'seatlists', 'institutes'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.institute-seats')

/** The seats of the officer's institute; `institute` is null if the seat matrix does not include it. */
export function load({ services, actor, language, named }: DeskPage) {
  const { seats, certificates, directory } = services
  const code = actor.institute ?? ''
  const found = mayTouch(actor, { centre: null, region: null, institute: code }) ? seats.institute(code) : null
  const rounds = seats.rounds().map((round) => ({ round, vacant: seats.vacantAt(code, round) }))
  return {
    code,
    isPublished: seats.inForce() !== null,
    asked: askedOf(services.seatAttestation.asked(actor), language),
    account: found && directory.account(code),
    /** Seats that the institute fills itself since a certificate was missed after the rounds. */
    passed: found ? certificates.passedTo(code) : [],
    institute: found && {
      name: named(found.institute),
      courses: found.courses.map((course) => ({
        ...course,
        course: named(course.course),
        annualFee: feeInWords(directory.annualFee(course.choiceCode)),
        vacant: rounds.map(({ round, vacant }) => ({ round, seats: vacant.get(course.choiceCode) ?? [] })),
      })),
    },
  }
}

type Asked = ReturnType<DeskPage['services']['seatAttestation']['asked']>

/** The lines that the institute signs or objects to, with its answer so far. */
const askedOf = (asked: Asked, language: DeskPage['language']) =>
  asked && {
    edition: asked.id,
    number: asked.number,
    until: formatDateTime(asked.attestBy, language),
    isOpen: asked.isOpen,
    courses: asked.courses.map((course) => ({
      ...course,
      annualFee: null,
      vacant: [],
      objection: asked.objections.find(({ choiceCode }) => choiceCode === course.choiceCode)?.reason ?? null,
    })),
    answer: asked.answer && {
      verdict: asked.answer.verdict,
      name: asked.answer.byName,
      at: formatDateTime(asked.answer.at, language),
    },
  }

/** The institute signs all of its lines, or objects to some with a reason each. */
export function action(page: DeskPage) {
  const { services, actor } = page
  const codes = services.seatAttestation.asked(actor)?.courses.map(({ choiceCode }) => choiceCode) ?? []
  const form = page.form(seatAnswer(codes))
  if (!form.ok) return form
  const given = form.value as Record<string, string | undefined>
  const objections = codes.flatMap((choiceCode) => {
    const reason = given[`reason-${choiceCode}`]
    return reason ? [{ choiceCode, reason }] : []
  })
  const isObjecting = given.intent !== 'sign'
  if (isObjecting !== objections.length > 0)
    return page.invalid({ code: isObjecting ? 'seat-objection-missing' : 'seat-answer-mixed', status: 422 })
  const done = services.seatAttestation.answer(actor, Number(given.edition), objections)
  if (!done.ok) return done
  return page.redirect(href(page.cellBase, 'institute-seats'), {
    type: 'success',
    key: isObjecting ? 'seats:flash.objected' : 'seats:flash.signed',
  })
}
