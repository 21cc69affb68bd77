import type { MovableClock } from '#server/adapters/clock.ts'
import { type CapRound, type CapRoundPart, roundActivity, roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import type { Services } from '#server/features/index.ts'
import { runDueJobs } from '#server/jobs.ts'
import { hours, type Instant, minutes } from '#server/kernel/time.ts'
import { prepareAllotment, runMockAllotment, seatJkMigrants } from './allotment'
import { announce } from './announcements'
import { fillOptionForms } from './cohort-options'
import { correctForms, scrutinise, scrutiniseLate } from './cohort-scrutiny'
import {
  acceptSeats,
  admitCandidates,
  admitJkMigrants,
  cancelAdmissions,
  decideMistakes,
  recordReturns,
  signDays,
} from './cohort-seats'
import { refuseLapsedOrders } from './desk-cases'
import { complainAboutProcess, decideForVisitors, decideGrievances, fileGrievances } from './grievances'
import { prepareMeritLists } from './merit-lists'
import { answerRollCall, beginRollCalls } from './roll-call'
import { beginSecondChecks } from './second-checks'
import { settleFees } from './settlements'
import { signAsWitness } from './witness'

/** An act of the demo's people, tied to the schedule: a time before an edge of an activity; negative for after it. */
type Act = {
  activity: string
  edge: 'opensAt' | 'closesAt'
  before: number
  play(portal: Services): void | Promise<void>
}

/** The acts of a round, from the option forms to the seats given back after reporting. */
function actsOfRound(round: CapRound): Act[] {
  const act = (part: CapRoundPart, edge: Act['edge'], before: number, play: Act['play']): Act => ({
    activity: roundActivity(round, part),
    edge,
    before,
    play,
  })
  return [
    act('options', 'closesAt', hours(48), fillOptionForms(round)),
    act('options', 'closesAt', hours(44), answerRollCall(round)),
    act('options', 'closesAt', hours(30), runMockAllotment),
    act('allotment', 'opensAt', hours(24), prepareAllotment(round)),
    act('allotment', 'opensAt', -minutes(1), announce('allotment', round)),
    act('acceptance', 'closesAt', hours(48), acceptSeats(round, 'early')),
    act('acceptance', 'closesAt', hours(22), decideMistakes),
    act('acceptance', 'closesAt', hours(20), acceptSeats(round, 'late')),
    act('acceptance', 'closesAt', hours(6), decideMistakes),
    act('reporting', 'closesAt', hours(53), admitCandidates(round, 'early')),
    act('reporting', 'closesAt', hours(52), beginSecondChecks),
    act('reporting', 'closesAt', hours(47), signDays(round)),
    act('reporting', 'closesAt', hours(23), signDays(round)),
    act('reporting', 'closesAt', hours(5), admitCandidates(round, 'late')),
    act('reporting', 'closesAt', -hours(1), signDays(round)),
    act('reporting', 'closesAt', -hours(20), cancelAdmissions(round)),
    act('reporting', 'closesAt', -hours(44), recordReturns(round)),
    act('reporting', 'closesAt', -hours(46), settleFees(round)),
  ]
}

const firstActs: readonly Act[] = [
  { activity: 'scrutiny', edge: 'closesAt', before: hours(20), play: correctForms },
  { activity: 'scrutiny', edge: 'closesAt', before: hours(4), play: scrutinise },
  { activity: 'provisional-merit', edge: 'opensAt', before: hours(3), play: prepareMeritLists('provisional') },
  { activity: 'provisional-merit', edge: 'opensAt', before: 0, play: refuseLapsedOrders },
  { activity: 'provisional-merit', edge: 'opensAt', before: -minutes(1), play: announce('provisional-merit') },
  { activity: 'grievances', edge: 'closesAt', before: hours(26), play: fileGrievances },
  { activity: 'grievances', edge: 'closesAt', before: hours(2), play: decideGrievances },
  { activity: 'final-merit', edge: 'opensAt', before: hours(20), play: correctForms },
  { activity: 'final-merit', edge: 'opensAt', before: hours(5), play: scrutinise },
  { activity: 'final-merit', edge: 'opensAt', before: hours(3), play: prepareMeritLists('final') },
  { activity: 'final-merit', edge: 'opensAt', before: -minutes(1), play: announce('final-merit') },
  { activity: 'final-merit', edge: 'opensAt', before: -hours(1), play: beginRollCalls },
  { activity: 'round-1-options', edge: 'opensAt', before: -hours(1), play: complainAboutProcess },
  { activity: 'round-1-allotment', edge: 'opensAt', before: hours(20), play: seatJkMigrants },
  { activity: 'round-1-reporting', edge: 'closesAt', before: hours(30), play: admitJkMigrants },
]

/** A moment with an act, or with something due in the schedule. */
type Moment = { at: number; portal: Services; play?: Act['play'] }

function momentsOf(portal: Services): Moment[] {
  const { schedule, activity } = portal.notices
  const acts = [...firstActs, ...roundNumbers(portal.course.rounds).flatMap(actsOfRound)]
  const published = schedule().map(({ opensAt }): Moment => ({ at: opensAt, portal }))
  // Whoever missed a deadline of a seat is told at once.
  const lapsed = schedule().flatMap(({ key, closesAt }): Moment[] =>
    closesAt !== null && /-(acceptance|reporting)$/.test(key) ? [{ at: closesAt, portal }] : [],
  )
  const done = acts.flatMap(({ activity: key, edge, before, play }): Moment[] => {
    const at = activity(key)?.[edge]
    return at === undefined || at === null ? [] : [{ at: at - before, portal, play }]
  })
  return [...published, ...lapsed, ...done]
}

/**
 * Lets the demo's time pass until `to`: at each moment on the way the jobs run, and people act through the usual
 * services. Nothing waits for the disk meanwhile: power lost now costs the last moments of a demo.
 */
export async function playUntil(portals: readonly Services[], clock: MovableClock, to: Instant): Promise<void> {
  for (const { db } of portals) db.setFlushing(false)
  try {
    await play(portals, clock, to)
  } finally {
    for (const { db } of portals) db.setFlushing(true)
  }
}

async function play(portals: readonly Services[], clock: MovableClock, to: Instant): Promise<void> {
  const from = clock.portal()
  const moments = portals
    .flatMap(momentsOf)
    .filter(({ at }) => at > from && at <= to)
    .sort((a, b) => a.at - b.at)
  for (const { at, portal, play: act } of moments) {
    await remindUntil(portals, clock, at as Instant)
    clock.set(at as Instant)
    await runDueJobs([portal])
    await act?.(portal)
    await scrutiniseLate(portal)
    await decideForVisitors(portal)
  }
  await remindUntil(portals, clock, to)
  clock.set(to)
  await runDueJobs(portals)
  for (const portal of portals) {
    await scrutiniseLate(portal)
    await decideForVisitors(portal)
    await signAsWitness(portal)
  }
}

/** Sends the reminders that fall due on the way. What they are about, such as the seats of a round, comes on the way too. */
async function remindUntil(portals: readonly Services[], clock: MovableClock, to: Instant): Promise<void> {
  const times = portals.flatMap((portal) => portal.reminders.times(clock.portal(), to).map((at) => ({ at, portal })))
  for (const { at, portal } of times.sort((a, b) => a.at - b.at)) {
    clock.set(at)
    await portal.reminders.remind()
    await portal.messages.deliverDue()
  }
}
