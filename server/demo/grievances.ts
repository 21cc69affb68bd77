import { type FiledType, type GrievanceStep, isFiled } from '#server/domain/scrutiny/grievances.ts'
import type { Services } from '#server/features/index.ts'
import { askedOf } from '#server/kernel/lists.ts'
import { personaEmail, personas } from './personas'
import { staffPersona } from './staff-personas'
import { demoStore } from './store'
import { visitorsOf } from './visitors'

/** The cohort's complaints. */
const complaints: readonly { type: FiledType; step: GrievanceStep; text: string }[] = [
  {
    type: 'merit',
    step: 'qualifications-details',
    text: 'The list shows a percentage that is lower than the one on my final year marksheet. The sixth semester was revalued.',
  },
  {
    type: 'wrong-answer',
    step: 'personal-details',
    text: "My mother's name is spelled with one letter missing. The SSC certificate has it right.",
  },
  {
    type: 'claim',
    step: 'category-details',
    text: 'The list shows me as Open, but I uploaded my caste validity certificate with the form.',
  },
  {
    type: 'document',
    step: 'documents-details',
    text: 'The domicile certificate was cut off at the edge when I photographed it. I can upload the whole page.',
  },
  { type: 'other', step: 'photo-details', text: 'The photograph beside my name is not mine.' },
]

/**
 * Once the grievance window has opened, some of the confirmed cohort submit a grievance through the usual service, so
 * that officers have something to decide. A portal that already has grievances is left alone.
 */
export async function fileGrievances({ grievances, notices, clock, db }: Services): Promise<void> {
  if (!notices.isOpen('grievances')) return
  const complainants = demoStore(db).confirmedCandidates(2 * complaints.length)
  if (complainants.some((candidateId) => grievances.own(candidateId).grievances.length > 0)) return
  for (const [n, candidateId] of complainants.entries()) {
    const { type, step, text } = complaints[n % complaints.length]!
    await grievances.file(candidateId, { type, text, [step]: true }, [], clock.portal())
  }
}

/** What two personas complain about once the lists of options are open; the second one still waits. */
const processComplaints = [
  {
    key: 'not-reported',
    text: 'The centre near me closed two hours early, so I had to come again on the last day.',
  },
  { key: 'no-action', text: 'The notice about the new date came out after the old date had passed.' },
] as const

/** Two complaints about the process, one of which the officer decides. A portal that has some is left alone. */
export async function complainAboutProcess({ grievances, clock, course, db }: Services): Promise<void> {
  if (grievances.complaints.figures().received > 0) return
  const officer = staffPersona({ db }, 'so')
  for (const [n, { key, text }] of processComplaints.entries()) {
    const persona = personas.find((one) => one.course === course.slug && one.key === key)
    const candidateId = persona && demoStore(db).idsByEmail().get(personaEmail(persona))
    if (!candidateId) continue
    const filed = await grievances.file(candidateId, { type: 'process', text }, [], clock.portal())
    if (!filed.ok || n > 0) continue
    const answer = 'You are right. The centre now stays open until the time on the schedule. Your visit counts.'
    await grievances.decide(officer, filed.value.id, { intent: 'approve', agreed: 'approve', text: answer })
  }
}

/**
 * The officer takes what visitors of the demo have filed, also about a seat, whose acceptance waits for it: every other one is
 * right. Without this it would wait for ever, because the cohort's officers decide only what the cohort filed.
 */
export async function decideForVisitors(portal: Services): Promise<void> {
  const officer = staffPersona(portal, 'so')
  for (const candidateId of visitorsOf(portal)) {
    for (const { id, state, type } of portal.grievances.own(candidateId).grievances) {
      if (state !== 'open') continue
      const intent = id % 2 ? 'approve' : 'refuse'
      const steps = isFiled(type) ? stepOf(intent) : {}
      await portal.grievances.decide(officer, id, { intent, agreed: intent, text: answers[intent], ...steps })
    }
  }
}

/** The officer approves two, refuses two, and asks about one; the rest still wait. */
export async function decideGrievances(portal: Services): Promise<void> {
  const officer = staffPersona(portal, 'so')
  const waiting = portal.grievances.list.piece(officer, askedOf(portal.grievances.list.shape, { state: 'open' })).rows
  const acts = ['approve', 'approve', 'refuse', 'refuse', 'answer'] as const
  for (const [n, intent] of acts.entries()) {
    const line = waiting[n]
    if (line)
      await portal.grievances.decide(officer, line.id, {
        intent,
        agreed: intent,
        text: answers[intent],
        ...stepOf(intent),
      })
  }
}

const answers = {
  approve: 'The marksheet shows what you say. Correct the step and submit the form again.',
  refuse: 'The list shows what the uploaded certificate says. Nothing is to be changed.',
  answer: 'Please say exactly what is wrong, so that we can check it against your documents.',
} as const

const stepOf = (intent: keyof typeof answers) =>
  intent === 'approve' ? ({ 'qualifications-details': true } as const) : {}
