import { optionsAct } from '#pages/parts/option-form/options-act.ts'
import type { NextAct, State } from '#pages/parts/state/state.ts'
import { href } from '#pages/ui/href.ts'
import { stepToDo } from '#pages/ui/signed-in/duty-go.ts'
import { toldBy } from '#pages/ui/told.ts'
import { minutesFor } from '#server/domain/application/step-time.ts'
import { nameOfAct } from '#server/domain/application/task-list.ts'
import { certificatePage } from '#server/domain/site/next-duties.ts'
import { printStep, type StepNumber, steps } from '#server/domain/terms/journey.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { TextValues } from '#server/i18n/page-text.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { allotmentCard } from './cards/allotment.server'
import type { applicationCard } from './cards/application.server'
import type { meritCard } from './cards/merit.server'
import type { optionsCard } from './cards/options.server'
import type { DashboardCard } from './cards/order.server'
import type { progressOf } from './cards/progress.server'
import type { refundCard } from './cards/refund.server'
import type { seatCard } from './cards/seat.server'
import type { Standing } from './cards/standing.server'
import type { toldOf } from './cards/told.server'

/** What the parts of the dashboard know, for the state and the one act at its top. */
export type Known = {
  standing: Standing
  progress: ReturnType<typeof progressOf>
  told: ReturnType<typeof toldOf>
  application: ReturnType<typeof applicationCard> | null
  seat: ReturnType<typeof seatCard>
  allotment: ReturnType<typeof allotmentCard>
  merit: ReturnType<typeof meritCard>
  options: ReturnType<typeof optionsCard>
  refund: ReturnType<typeof refundCard>
  convertFee: string | null
  /** The cell's helpline, where only a call can help. */
  phone: { href: string; text: string } | null
}

type Words = (key: TextKey, values?: TextValues) => string
type Described = Omit<State, 'act'>

/** The cards that say how things stand; the others are only acts. */
const states = ['seat', 'allotment', 'jk-seat', 'application', 'options', 'merit'] as const
type StateCard = (typeof states)[number]
const isState = (card: DashboardCard): card is StateCard => (states as readonly string[]).includes(card)

/**
 * The state at the top of the dashboard and the one act that follows: the first card that says how things stand, and the act
 * of the card that leads. A seat that has an act is shown as a ticket instead. Source: rules §12.7.
 */
export function heroOf(known: Known, cards: readonly DashboardCard[], lead: DashboardCard | null) {
  const of = cards.find(isState) ?? null
  const isTicket = of === 'seat' && (known.seat?.act != null || known.seat?.state === 'admitted')
  if (of === null || isTicket) return { of, actOf: of, state: null }
  const own = actOf(known, of)
  const act = own ?? (lead && lead !== of && lead !== 'seat' ? actOf(known, lead) : null)
  return { of, actOf: own ? of : act ? lead : null, state: { ...standsAs(known, of), act } }
}

const sentences = (...parts: readonly (string | false | null | undefined)[]) =>
  parts.filter((part) => !!part) as string[]

const dueAt = ({ page: { language, t } }: Standing, until: number | null) =>
  until === null ? null : { words: t('hero:due', { by: formatDateTime(until as Instant, language) }), until }

function standsAs(known: Known, card: StateCard): Described {
  switch (card) {
    case 'application':
      return ofApplication(known)
    case 'seat':
      return ofPastSeat(known)
    case 'allotment':
      return ofAllotment(known)
    case 'options':
      return ofOptions(known)
    case 'jk-seat':
      return {
        tone: 'ok',
        icon: 'step',
        top: ranksOf(known),
        title: known.standing.page.t(known.standing.jkTitle),
        sentences: [],
      }
    case 'merit':
      return ofMerit(known)
  }
}

/** The one act of a card, in words; null for a card that only tells. */
function actOf(known: Known, card: DashboardCard): NextAct | null {
  const { standing, convertFee } = known
  const { base, t } = standing.page
  switch (card) {
    case 'application':
      return known.told.isAbsentFromMerit ? callOf(known, t('hero:call.absent')) : ofForm(known)
    case 'seat':
      return known.phone
        ? callOf(known, t(known.seat?.state === 'withdrawn' ? 'hero:call.withdrawn' : 'hero:call.seat'))
        : null
    case 'options':
      return standing.options && !standing.options.isConfirmed ? optionsAct(standing.page, standing.options) : null
    case 'convert-fee':
      return convertFee === null
        ? null
        : {
            title: t('scrutiny:convert.task', { amount: convertFee }),
            notes: [t('scrutiny:convert.task-about'), t('scrutiny:convert.no-date')],
            due: null,
            go: { href: href(base, 'convert-fee'), text: t('scrutiny:convert.task-go') },
          }
    case 'certificates': {
      const [first] = [...standing.certificates].sort((a, b) => (a.by ?? Infinity) - (b.by ?? Infinity))
      return first
        ? {
            title: t(`application:certificates.${first.kind}`),
            notes: first.isRejected ? [t('hero:act.certificate-rejected')] : [],
            due: dueAt(standing, first.by),
            go: { href: href(base, certificatePage(first.kind)), text: t('application:certificates.go') },
          }
        : null
    }
    default:
      return null
  }
}

/** The act where only the cell can help. */
function callOf({ phone, standing: { page, facts } }: Known, title: string): NextAct | null {
  const { t, base } = page
  return (
    phone && {
      title,
      notes: [t('hero:call.say', { userId: facts.userId })],
      due: null,
      go: { href: phone.href, text: t('application:call', { phone: phone.text }) },
      also: [{ href: href(base, 'contactus'), text: t('hero:call.write') }],
    }
  )
}

/** The act of a form that is the candidate's turn, or that only a call can help. */
function ofForm(known: Known): NextAct | null {
  const { standing, progress, application } = known
  const { next, page } = standing
  const { t, base } = page
  switch (next.kind) {
    case 'fill': {
      if (progress.isPaymentPending && steps[next.step] === 'payment') return null
      const route = steps[next.step]
      return {
        title: t('application:next.fill.title', { step: t(`signedin:menu.${route}`) }),
        notes: [t(`application:note.${route}`)],
        due:
          next.by === null
            ? null
            : { words: t('application:lead.submit-by', { by: progress.by ?? '' }), until: next.by },
        go: { href: href(base, route), text: t(`application:next.fill.${next.step === 0 ? 'start' : 'go'}`) },
      }
    }
    case 'submit':
    case 'correct': {
      const act = nameOfAct(next) as 'submit' | 'correct' | 'corrected'
      return {
        title: t(`application:next.${act}.title`),
        notes: [t(`application:next.${act}.text`)],
        due: dueAt(standing, next.by),
        go: { href: href(base, steps[next.step]), text: t(`application:next.${act}.go`) },
      }
    }
    case 'visit-centre':
      return {
        title: t(`hero:act.${toDoAtCentre(application)}`),
        notes: sentences(appointmentOf(application, t), t('application:next.visit-centre.text')),
        due: dueAt(standing, next.by),
        go: { href: href(base, 'appointment'), text: t('application:next.visit-centre.go') },
      }
    case 'await-scrutiny':
    case 'confirmed':
      return toldOutside(known)
    case 'not-checked':
    case 'too-late':
      return progress.paying?.counts ? null : callOf(known, t('hero:call.form'))
    case 'excluded':
      return callOf(known, t('application:next.excluded.go'))
    default:
      return null
  }
}

/**
 * What is left to do for whoever is considered only outside the rounds: an institute that is not told does not consider
 * them. Null once one is told.
 */
function toldOutside({ standing: { page, duties }, told, merit }: Known): NextAct | null {
  const { t, base } = page
  const { nonCap } = told
  // What is owed comes first.
  if (!nonCap || nonCap.told || merit || duties.length) return null
  return {
    title: t('hero:act.non-cap'),
    notes: [t('hero:act.non-cap-about')],
    due: { words: t('hero:due', { by: nonCap.by }), until: nonCap.until },
    go: { href: href(base, 'non-cap'), text: t('application:non-cap.go') },
  }
}

function toDoAtCentre(application: Known['application']): 'book' | 'book-again' | 'go-to-centre' {
  const state = application?.appointment?.state
  if (!state) return 'book'
  return state === 'missed' || state === 'past' ? 'book-again' : 'go-to-centre'
}

function appointmentOf(application: Known['application'], t: Words): string {
  const appointment = application?.appointment
  if (!appointment) return t('application:next.visit-centre.choose')
  const { state, ...words } = appointment
  return state === 'missed' || state === 'past'
    ? t(`application:next.visit-centre.${state}`)
    : t('application:next.visit-centre.appointment', words)
}

/** Long: the states of a form, each in its own words. */
function ofApplication(known: Known): Described {
  const { standing, progress, told, application } = known
  const { next, page, duties } = standing
  const { t } = page
  const { submitted, reverted, isSubmitted, isPaymentPending, paying } = progress
  const after = sentences(progress.isForNonCapAlone && t('application:non-cap.alone'))
  switch (next.kind) {
    case 'fill': {
      const isPaying = isPaymentPending && steps[next.step] === 'payment'
      const left = progress.tasks
        .filter(({ state }) => state !== 'complete' && state !== 'locked')
        .map(({ step }) => step)
      const [, ...then] = left
      if (isPaying) {
        return {
          tone: 'wait',
          icon: 'clock',
          top: t('hero:not-submitted'),
          title: t('application:next.too-late.title-paying'),
          sentences: paying ? [paying.known, paying.next, ...after] : [t('application:note.payment-pending'), ...after],
        }
      }
      return {
        tone: isSubmitted ? 'warn' : 'plain',
        icon: 'page',
        top: t(isSubmitted ? 'hero:open-again' : 'hero:not-submitted'),
        title: t('hero:step', { step: next.step + 1, minutes: minutesFor([next.step]) }),
        sentences: sentences(
          isSubmitted && t('application:lead.open-again', { by: progress.by ?? '' }),
          left.length > 1 && t('hero:left', { minutes: minutesFor(left) }),
          then.length > 0 && t(then.length > 1 ? 'hero:then-two' : 'hero:then', thenOf(then, t)),
          ...after,
        ),
      }
    }
    case 'submit':
      return {
        tone: 'warn',
        icon: 'page',
        top: t('hero:not-submitted'),
        title: t('hero:only-submit'),
        sentences: sentences(t('application:lead.submit'), ...after),
      }
    case 'correct': {
      const count = application?.found.length ?? 0
      return {
        tone: 'warn',
        icon: 'back',
        top: t('hero:sent-back', { at: reverted ?? '' }),
        title:
          nameOfAct(next) === 'corrected'
            ? t('hero:corrected')
            : count
              ? t('hero:correct', { count })
              : t('hero:correct-all'),
        sentences: sentences(t('hero:sent-back-about'), ...after),
      }
    }
    case 'await-scrutiny':
      return {
        tone: 'wait',
        icon: 'clock',
        top: t('hero:submitted', { at: submitted ?? '' }),
        title: t('application:next.await-scrutiny.title'),
        sentences: sentences(
          duties.length === 0 && !told.nonCap && t('application:lead.nothing-now'),
          progress.by && !progress.isForNonCapAlone && t('application:next.await-scrutiny.by', { by: progress.by }),
          t('application:next.await-scrutiny.text', toldBy(t, page.session)),
          ...after,
        ),
      }
    case 'visit-centre':
      return {
        tone: 'warn',
        icon: 'person',
        top: t('hero:submitted', { at: submitted ?? '' }),
        title: t('hero:not-confirmed-yet'),
        sentences: sentences(t('hero:centre-confirms'), ...after),
      }
    case 'not-checked':
      return {
        tone: 'bad',
        icon: 'alert',
        top: t('hero:submitted', { at: submitted ?? '' }),
        title: t('application:next.not-checked.title'),
        sentences: sentences(
          t('application:next.not-checked.text', { since: application?.since ?? '' }),
          application?.lateFrom && t('application:next.not-checked.late', { from: application.lateFrom }),
        ),
      }
    case 'too-late':
      return ofLateForm(known)
    case 'excluded':
      return ofExcluded(known)
    case 'confirmed':
      return ofConfirmed(known)
  }
}

function ofConfirmed({ standing: { page }, progress, told, application }: Known): Described {
  const { t } = page
  const top = t('hero:confirmed', { at: progress.confirmed ?? '' })
  if (told.outside) {
    const { nonCap, outside } = told
    return {
      tone: 'ok',
      icon: 'step',
      top,
      title: t('hero:outside-title'),
      sentences: sentences(
        t('hero:outside-unlisted'),
        t('hero:outside-decides'),
        nonCap && t('hero:outside-tell', { by: nonCap.by }),
        !nonCap && outside.closed && t('hero:outside-closed', { at: outside.closed }),
      ),
    }
  }
  if (told.isAbsentFromMerit) {
    return {
      tone: 'bad',
      icon: 'alert',
      top,
      title: t('application:merit.absent'),
      sentences: [t('application:merit.absent-about')],
    }
  }
  return {
    tone: 'ok',
    icon: 'step',
    top,
    title: t('hero:confirmed-title'),
    sentences: sentences(
      t('hero:confirmed-about'),
      application?.following && t('application:next.confirmed.then', application.following),
    ),
  }
}

/** The next two steps, as things to do. */
const thenOf = ([first, second]: readonly StepNumber[], t: Words) => ({
  first: stepToDo(first ?? printStep, t),
  second: stepToDo(second ?? printStep, t),
})

function ofLateForm({ standing: { page }, progress, application }: Known): Described {
  const { t } = page
  const { isSubmitted, reverted, paying, isPaymentPending } = progress
  const { since, lateFrom, feeLost } = application!
  const title = () => {
    if (paying?.isGrace) return 'title-grace'
    if (paying?.counts) return 'title-paying'
    if (lateFrom) return 'title-rounds'
    return isSubmitted ? 'title-unconfirmed' : 'title'
  }
  return {
    tone: paying?.counts ? 'wait' : 'bad',
    icon: paying?.counts ? 'clock' : 'alert',
    top: t(isSubmitted ? 'hero:submitted' : 'hero:not-submitted-ever', { at: progress.submitted ?? '' }),
    title: t(`application:next.too-late.${title()}`),
    sentences: sentences(
      t(`application:next.too-late.${isSubmitted ? 'unconfirmed' : 'unsubmitted'}`, { at: since ?? '' }),
      isSubmitted &&
        t(`application:next.too-late.because.${reverted ? 'sent-back' : 'centre'}`, { at: reverted ?? '' }),
      !lateFrom && !paying?.counts && t('application:next.too-late.lost'),
      paying && `${paying.known} ${paying.next}`,
      feeLost && t('application:next.too-late.fee', { amount: feeLost }),
      lateFrom && t(`application:next.${isSubmitted ? 'not-checked' : 'too-late'}.late`, { from: lateFrom }),
      !isPaymentPending && !paying && t('application:next.too-late.ask'),
    ),
  }
}

function ofExcluded({ standing: { page }, application }: Known): Described {
  const { t } = page
  const excluded = application?.excluded
  return {
    tone: 'bad',
    icon: 'alert',
    top: t('application:lead.excluded'),
    title: t(excluded ? `application:next.excluded.${excluded.kind}` : 'application:lead.excluded'),
    sentences: excluded
      ? sentences(
          t('application:next.excluded.order', excluded.order),
          excluded.reason,
          excluded.kept && t('application:next.excluded.kept', { kept: excluded.kept }),
          t('application:next.excluded.text'),
          t('application:next.excluded.ask'),
        )
      : [],
  }
}

/** A seat that is no longer theirs, or whose late record is decided; with the refund that is owed for it. */
function ofPastSeat({ standing: { page }, seat, refund }: Known): Described {
  const { t } = page
  const { round, institute, course, why, openAttempt, ahead, nextOptions } = seat!
  const state = seat!.state!
  const was = t('application:seat.was', { institute, course })
  if (state === 'cancelled' && refund) {
    const { caseNumber, due, isLate, returned } = refund
    const kind = returned ? 'returned' : isLate ? 'late' : 'waits'
    return {
      tone: kind === 'late' ? 'warn' : kind === 'returned' ? 'ok' : 'wait',
      icon: 'money',
      top: t('application:seat.cancelled'),
      title: t(`application:refund.${kind}`),
      sentences: sentences(
        `${t(`application:refund.${kind}-about`, { due, sum: returned?.sum ?? '', at: returned?.at ?? '' })} ${t('application:refund.case', { number: caseNumber })}`,
        was,
        ahead,
      ),
    }
  }
  const isLost = state !== 'cancelled' && state !== 'reported'
  return {
    tone: isLost ? 'bad' : 'wait',
    icon: isLost ? 'alert' : 'clock',
    top: t('rounds:round', { round }),
    title: t(`application:seat.${state}`, { round }),
    sentences: sentences(
      was,
      ...why,
      t(`application:seat.${state === 'reported' ? 'reported' : 'lost'}-about`),
      openAttempt,
      ahead,
      nextOptions && t('application:allotment.next-options', nextOptions),
    ),
  }
}

function ofAllotment(known: Known): Described {
  const { t } = known.standing.page
  const { round, isLastRound, state, nextOptions } = known.allotment!
  const about = state === 'not-allotted' && isLastRound ? 'not-allotted-last' : (`${state}-about` as const)
  return {
    tone: 'warn',
    icon: 'alert',
    top: ranksOf(known),
    title: t(`application:allotment.${state}`, { round }),
    sentences: sentences(
      t(`application:allotment.${about}`),
      nextOptions && t('application:allotment.next-options', nextOptions),
    ),
  }
}

function ofOptions(known: Known): Described {
  const { t } = known.standing.page
  const held = known.seat?.act?.kind === 'await-round' ? known.seat : null
  const { round, count, isConfirmed, by, lost, due } = known.options!
  const state = isConfirmed ? 'confirmed' : count ? 'filled' : 'empty'
  return {
    tone: isConfirmed ? 'ok' : count ? 'warn' : 'plain',
    icon: isConfirmed ? 'step' : 'page',
    top: held ? t('hero:options.held', { institute: held.institute }) : ranksOf(known),
    title: t(`hero:options.${state}`, { round, count }),
    sentences: sentences(
      lost && `${t(`application:seat.${lost.state}`, lost)}. ${t('application:seat.lost-about')}`,
      // What is still to do is said by the act below.
      state === 'empty' && t('hero:options.empty-about'),
      isConfirmed && t('application:options.confirmed', { count, by }),
      isConfirmed && due && t('results:next.due', { at: due }),
    ),
  }
}

function ofMerit({ standing: { page }, merit }: Known): Described {
  const { t } = page
  const { stage, places, following, hasJkSeat } = merit!
  return {
    tone: 'ok',
    icon: 'step',
    top: t('hero:confirmed-title'),
    title: t(`application:merit.${stage}`),
    sentences: sentences(
      ...places.map(({ list, number, of }) => t(`application:merit.${list}`, { number, of })),
      stage === 'final' && !hasJkSeat && places.some(({ list }) => list === 'jk') && t('application:merit.jk-choices'),
      following && !hasJkSeat && t('application:next.confirmed.then', following),
    ),
  }
}

/** Their numbers in the merit lists, in a line. */
const ranksOf = ({ standing: { page }, merit }: Known): string =>
  merit?.places.map(({ list, number, of }) => page.t(`application:merit.${list}`, { number, of })).join(' · ') ||
  page.t('hero:confirmed-title')
