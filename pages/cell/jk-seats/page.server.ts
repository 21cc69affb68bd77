import { href } from '#pages/ui/href.ts'
import { placeIn } from '#server/domain/application/form/seat-names.ts'
import type { DeskPage } from '#server/features/index.ts'
import { JkAct, JkChoices, JkSeatCount } from '#server/features/seats/jk-seats/schema.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Result } from '#server/kernel/result.ts'

export const texts = ['jkseats'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.jk-seats')

export function load({ services, actor, language }: DeskPage) {
  const { seats, listed, prepared, released } = services.jkSeats.desk(actor)
  const placed = <Row extends Parameters<typeof placeIn>[0]>(rows: readonly Row[]) =>
    rows.map((row) => placeIn(row, language, services.course.form))
  const time = (at: number | null) => (at === null ? '' : formatDateTime(at, language))
  return {
    seats: placed(seats),
    listed: listed?.map(({ choices, ...one }) => ({ ...one, choices: choices?.split(',') ?? null })) ?? null,
    prepared: prepared && { ...prepared, seats: placed(prepared.seats), preparedAt: time(prepared.preparedAt) },
    released: released && { ...released, seats: placed(released.seats), decidedAt: time(released.decidedAt) },
  }
}

export function action(page: DeskPage) {
  const { jkSeats } = page.services
  switch (page.posted.intent) {
    case 'seats':
      return carryOut(page, 'seats', page.form(JkSeatCount), (input) => jkSeats.setSeats(page.actor, input))
    case 'choices':
      return carryOut(page, 'choices', page.form(JkChoices), (input) => jkSeats.recordChoices(page.actor, input))
    default: {
      const form = page.form(JkAct)
      if (!form.ok) return form
      const { intent, seating } = form.value
      const act = (): Result<unknown> =>
        intent === 'prepare' ? jkSeats.prepare(page.actor) : jkSeats[intent](page.actor, Number(seating ?? 0))
      return carryOut(page, intent, form, act)
    }
  }
}

function carryOut<Input>(
  page: DeskPage,
  done: 'seats' | 'choices' | JkAct['intent'],
  form: Result<Input>,
  act: (input: Input) => Result<unknown>,
) {
  if (!form.ok) return form
  const result = act(form.value)
  if (!result.ok) return result
  return page.redirect(href(page.cellBase, 'jk-seats'), { type: 'success', key: `jkseats:flash.${done}` })
}
