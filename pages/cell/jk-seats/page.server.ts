import { href } from '#pages/ui/href.ts'
import { placeIn } from '#server/domain/application/form/seat-names.ts'
import type { DeskPage } from '#server/features/index.ts'
import { JkAct, JkChoices, JkSeatCount, JkUndo } from '#server/features/seats/jk-seats/schema.ts'
import type { FormOutcome } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Result } from '#server/kernel/result.ts'

export const texts = ['jkseats'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.jk-seats')

export function load({ services, actor, language }: DeskPage) {
  const { seats, listed, prepared, released } = services.jkSeats.desk(actor)
  const placed = <Row extends Parameters<typeof placeIn>[0]>(rows: readonly Row[]) =>
    rows.map((row) => placeIn(row, language, services.course.form))
  const time = (at: number | null) => (at === null ? '' : formatDateTime(at, language))
  /** `800110110, Sahyadri Institute`; a dash for no seat. */
  const inWords = (seat: (Parameters<typeof placeIn>[0] & { choiceCode: string }) | null) =>
    seat ? `${seat.choiceCode}, ${placeIn(seat, language, services.course.form).institute}` : '–'
  return {
    seats: placed(seats),
    listed: listed?.map(({ choices, ...one }) => ({ ...one, choices: choices?.split(',') ?? null })) ?? null,
    prepared: prepared && {
      ...prepared,
      effects: prepared.effects.map(({ effect, before, after }) => {
        const { candidateId, userId, fullName, meritNumber } = (after ?? before)!
        return { candidateId, userId, fullName, meritNumber, effect, before: inWords(before), after: inWords(after) }
      }),
      preparedAt: time(prepared.preparedAt),
    },
    released: released && {
      ...released,
      admitted: released.seats.filter(({ admittedAt }) => admittedAt !== null).length,
      seats: placed(released.seats).map((seat) => ({ ...seat, admittedAt: time(seat.admittedAt) })),
      decidedAt: time(released.decidedAt),
    },
  }
}

export function action(page: DeskPage) {
  const { jkSeats } = page.services
  switch (page.posted.intent) {
    case 'seats':
      return setSeats(page)
    case 'choices':
      return carryOut(page, 'choices', page.form(JkChoices), (input) => jkSeats.recordChoices(page.actor, input))
    case 'undo':
      return carryOut(page, 'undo', page.form(JkUndo), (input) => jkSeats.undoAdmission(page.actor, input))
    default: {
      const form = page.form(JkAct)
      if (!form.ok) return form
      const { intent, seating, agreed } = form.value
      const act = (): Result<unknown> =>
        intent === 'prepare'
          ? jkSeats.prepare(page.actor)
          : intent === 'release'
            ? jkSeats.release(page.actor, Number(seating ?? 0), agreed === true)
            : jkSeats.discard(page.actor, Number(seating ?? 0))
      return carryOut(page, intent, form, act)
    }
  }
}

/** Sets the seats of a choice code; asks first when people have more of them than would be left. */
function setSeats(page: DeskPage): FormOutcome | ReturnType<typeof carryOut> {
  const { jkSeats } = page.services
  const form = page.form(JkSeatCount)
  const losing = form.ok && !form.value.agreed ? jkSeats.mostLosing(form.value) : 0
  if (form.ok && losing) {
    const { choiceCode, count } = form.value
    const { form: shown } = page.invalid({ code: 'malformed', status: 400 })
    const confirm = {
      title: page.t('jkseats:cut.title', { choiceCode, seats: count }),
      lines: [page.t('jkseats:cut.line', { count: losing })],
      submit: page.t('jkseats:seats.submit'),
      name: 'agreed',
      value: 'true',
    }
    return { status: 409, form: { ...shown, message: null, confirm } }
  }
  return carryOut(page, 'seats', form, (input) => jkSeats.setSeats(page.actor, input))
}

function carryOut<Input>(
  page: DeskPage,
  done: 'seats' | 'choices' | 'undo' | JkAct['intent'],
  form: Result<Input>,
  act: (input: Input) => Result<unknown>,
) {
  if (!form.ok) return form
  const result = act(form.value)
  if (!result.ok) return result
  return page.redirect(href(page.cellBase, 'jk-seats'), { type: 'success', key: `jkseats:flash.${done}` })
}
