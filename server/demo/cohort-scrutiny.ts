import { isClaimFact } from '#server/domain/scrutiny/scrutiny.ts'
import { type StepNumber, steps } from '#server/domain/terms/journey.ts'
import { isQuestionStep } from '#server/features/application/application/steps.ts'
import type { Services } from '#server/features/index.ts'
import type { ScrutinyView } from '#server/features/scrutiny/scrutiny/look.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { drawFrom } from './draw'
import { eachInTurn, groupsOf } from './in-turn'
import { personaEmail, personas } from './personas'
import { staffPersona } from './staff-personas'
import { demoStore } from './store'
import { visitorsOf } from './visitors'

/** Most members whose form was sent back correct it and submit it again. */
export async function correctForms(portal: Services): Promise<void> {
  const { application, clock, db } = portal
  const now = clock.portal()
  await eachInTurn(db, demoStore(db).cohort('reverted'), (candidateId) => {
    if (!drawFrom(3_000_000 + candidateId).chance(0.75)) return
    const actor = { candidateId }
    const { stepsToCorrect } = application.standing(candidateId).facts
    for (const [number, slug] of steps.entries()) {
      if (!(stepsToCorrect & (1 << number))) continue
      const { version, values } = application.step(actor.candidateId, slug, 'en', now)
      if (isQuestionStep(slug)) application.saveStep(actor.candidateId, slug, { version, values: textsOf(values) }, now)
      else if (number < 8) application.proceed(actor.candidateId, number as StepNumber & (5 | 6 | 7), now)
    }
    application.resubmit(actor.candidateId, now)
  })
}

const textsOf = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/**
 * The officer works through the queue: nearly all forms are confirmed, some without a claim, and a few go back too late
 * to be corrected. Centres confirm the candidates they still expect. A few of each are left. A visitor's own form is
 * confirmed as it is, so that whoever registers in the demo can take part in the rounds.
 */
export async function scrutinise(portal: Services): Promise<void> {
  const { application, db } = portal
  const store = demoStore(db)
  const visitors = visitorsOf(portal)
  const ids = store.idsByEmail()
  const companions = personas.flatMap((one) => (one.isScrutinised ? (ids.get(personaEmail(one)) ?? []) : []))
  const others = [...companions, ...visitors]
  for (const queue of queues) await judgeAll(portal, store.cohort(queue, others), visitors)
  await eachInTurn(db, store.cohort('at-centre', [...visitors]), (candidateId) => {
    if (visitors.has(candidateId)) confirmVisitor(portal, candidateId)
    else if (drawFrom(4_000_000 + candidateId).chance(0.9)) application.confirm(candidateId, 'centre')
  })
}

/**
 * What visitors submit once registration for seats outside the rounds is open, the officer confirms as it is. The cohort does
 * not register then.
 */
export async function scrutiniseLate(portal: Services): Promise<void> {
  const { clock, db, notices } = portal
  const late = notices.activity('late-registration')
  if (!late || clock.portal() < late.opensAt) return
  const store = demoStore(db)
  const visitors = visitorsOf(portal)
  const ofVisitors = (ids: readonly number[]) => ids.filter((id) => visitors.has(id))
  for (const queue of queues) await judgeAll(portal, ofVisitors(store.cohort(queue, [...visitors])), visitors)
  for (const id of ofVisitors(store.cohort('at-centre', [...visitors]))) confirmVisitor(portal, id)
}

/** A centre confirms a visitor's form, whom only the demo's clock took there, and tells it as a real visit does. */
function confirmVisitor({ application, centres, clock, db, messages }: Services, candidateId: number): void {
  application.confirm(candidateId, 'centre')
  demoStore(db).arriveNow(candidateId, clock.portal())
  const visit = centres.appointment(candidateId)
  if (!visit) return
  messages.tell(candidateId, 'confirmed-at-centre', (language) => ({
    at: formatDateTime(clock.portal(), language),
    centre: visit.centre.name[language],
    number: application.versionsOf(candidateId)[0]?.number ?? 1,
    counts: application.countsFor(candidateId, language),
  }))
}

const queues = ['resubmitted', 'new', 'picked-up'] as const

/** The officer judges these forms: those of visitors as they are, of the others some with a fault or without a claim. */
async function judgeAll(portal: Services, ids: readonly number[], visitors: ReadonlySet<number>): Promise<void> {
  const { application, db, scrutiny } = portal
  const officer = staffPersona(portal, 'so')
  for await (const group of groupsOf(ids)) {
    const opened = group.map((id) => scrutiny.form(officer, application.standing(id).facts.userId, 'en'))
    const forms = await Promise.all(opened)
    db.transact(() => {
      for (const [n, form] of forms.entries()) if (form) judge(group[n]!, form)
    })
  }

  function judge(candidateId: number, { userId, facts }: ScrutinyView): void {
    const draw = drawFrom(4_000_000 + candidateId)
    const isVisitor = visitors.has(candidateId)
    if ((draw.chance(0.03) && !isVisitor) || !scrutiny.pickUp(officer, userId).ok) return
    const claims = facts.filter(({ name }) => isClaimFact(name) && name !== 'type')
    const failed = draw.chance(0.02) && !isVisitor ? facts.find(({ isClaim }) => !isClaim) : undefined
    const removed = claims.length && draw.chance(0.05) && !isVisitor ? draw.pick(claims) : undefined
    const given = Object.fromEntries(
      facts.flatMap(({ name, reasons }) => {
        if (name !== failed?.name && name !== removed?.name) return [[`verdict-${name}`, 'accepted']]
        const reason = reasons.includes('illegible') ? 'illegible' : reasons[0]!
        return [
          [`verdict-${name}`, 'discrepancy'],
          [`reason-${name}`, reason],
          [`expected-${name}`, 'As on the certificate'],
        ]
      }),
    )
    const asked = scrutiny.finish(officer, userId, given)
    if (!asked.ok && asked.refusal.key) scrutiny.finish(officer, userId, given, asked.refusal.key)
  }
}
