import { roundAhead } from '#pages/parts/option-form/mine.ts'
import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { asCompared, mostCompared } from '#server/domain/seats/comparison.ts'
import { pressedStar } from '#server/domain/seats/option-form.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { StarButton } from '#server/features/seats/option-form/schema.ts'
import { safeNext } from '#server/http/safe-next.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['starred'] as const
export const title = ({ t }: CandidatePage): string => t('starred:title')

/** The candidate's starred courses, and the option form that they can begin. */
export function load(page: CandidatePage) {
  const { services, actor, language } = page
  const { optionForm, course } = services
  const stars = optionForm.stars(actor.candidateId)
  const offered = new Map(optionForm.offeredAs(stars).map((one) => [one.choiceCode, one]))
  const round = roundAhead(page)
  const window = optionForm.window(round)
  const mayChange = optionForm.mayChange(actor.candidateId, round, page.arrivedAt).ok
  const onOffer = stars.filter((code) => offered.has(code))
  return {
    stars: stars.map((code) => {
      const found = offered.get(code)
      const named = found ?? optionForm.lastNamed(code)
      return {
        code,
        isOffered: found !== undefined,
        institute: page.named(named?.institute ?? null),
        instituteCode: found?.instituteCode ?? null,
        course: page.named(named?.course ?? null),
        place: found ? districtName(found.district, language, course.form) : null,
      }
    }),
    round,
    mayChange,
    /** How many of them its list lacks. */
    added: mayChange
      ? optionForm.starredFor(actor.candidateId, round).choices.length -
        optionForm.form(actor.candidateId, round).choices.length
      : 0,
    opens: window && page.arrivedAt < window.opensAt ? formatDateTime(window.opensAt, language) : null,
    compare: onOffer.length > 1 && onOffer.length <= mostCompared ? asCompared(onOffer) : null,
  }
}

/** Adds the stars to the end of the current list of the round ahead, and shows it. */
function addToList(page: CandidatePage) {
  const { optionForm } = page.services
  const { candidateId, sessionId } = page.actor
  const round = roundAhead(page)
  const { choices, version } = optionForm.form(candidateId, round)
  const all = optionForm.starredFor(candidateId, round).choices
  const list = { version, choices: all }
  const saved = optionForm.save(candidateId, round, list, { at: page.arrivedAt, sessionId }, 'imported')
  if (!saved.ok) return saved
  return page.redirect(href(page.base, 'option-form/select-prefrence', undefined, { round }), {
    type: 'success',
    key: 'options:flash.added',
    values: { count: all.length - choices.length, all: saved.value.choices.length },
  })
}

/** Stars a course or takes the star away, and leads back to where it was pressed. */
export function action(page: CandidatePage) {
  if (page.posted.act === 'use') return addToList(page)
  const form = page.form(StarButton)
  if (!form.ok) return form
  const { code, isStarred } = pressedStar(form.value.star) ?? { code: '', isStarred: true }
  const { optionForm } = page.services
  const done = optionForm.star(page.actor.candidateId, code, isStarred)
  if (!done.ok) return done
  return page.redirect(safeNext(page.base, form.value.next) ?? href(page.base, 'starred'), {
    type: 'success',
    key: isStarred ? 'starred:flash.on' : 'starred:flash.off',
    values: {
      code,
      institute:
        page.named(optionForm.offeredAs([code])[0]?.institute ?? optionForm.lastNamed(code)?.institute ?? null) ?? '',
    },
  })
}
