import { checkInput } from '#server/domain/allotment/check.ts'
import {
  type InputFault,
  type KeptSeat,
  originalsIn,
  type Participant,
  type RoundSeat,
  roundInput,
} from '#server/domain/allotment/input.ts'
import type { RunStep } from '#server/domain/allotment/runs.ts'
import { type AllotmentSummary, summaryOf } from '#server/domain/allotment/summary.ts'
import type { Allotment, Stage } from '#server/domain/terms/allotment-format.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { allot } from './allot'
import { type DossierFiles, dossierOf } from './dossier'
import { verify } from './verify'

/** The facts a run uses, apart from its participants. */
export type RunFacts = {
  round: CapRound
  stages: readonly Stage[]
  seats: readonly RoundSeat[]
  kept: readonly KeptSeat[]
}

/** One candidate's seat, as it is stored. */
export type RunAllotment = Omit<Allotment, 'id'> & { candidateId: number; originalType: string | null }

export type RunOutcome =
  | {
      ok: true
      dossier: DossierFiles
      allotments: RunAllotment[]
      closings: { choiceCode: string; seatType: string; merit: number }[]
      vacancies: { choiceCode: string; seatType: string; count: number }[]
      conversions: { choiceCode: string; from: string; to: string; count: number }[]
      summary: AllotmentSummary
    }
  | { ok: false; why: InputFault['code'] | 'input' | 'verification'; details: string[] }

/**
 * Turns the rows read into the rows stored: builds the input, runs the engine, and rejects any result that the
 * verifier, which shares no code with the engine, does not confirm. Source: rules §8.9.
 */
export function runRound(
  facts: RunFacts & { participants: readonly Participant[] },
  onStep: (step: RunStep) => void,
): RunOutcome {
  const made = roundInput(facts.round, facts.stages, facts.seats, facts.participants, facts.kept)
  if ('code' in made) return { ok: false, why: made.code, details: made.details }
  const { input, candidateIds, droppedChoices } = made
  const checked = checkInput(input)
  if (!checked.isSound)
    return { ok: false, why: 'input', details: checked.faults.map(({ path, fault }) => `${path} ${fault}`) }
  onStep('matching')
  const result = allot(input)
  onStep('verifying')
  const broken = verify(input, result)
  if (broken.length)
    return {
      ok: false,
      why: 'verification',
      details: broken.map(({ promise, path, says }) => `${promise} ${path}: ${says}`),
    }

  const optionsOf = new Map(facts.participants.map(({ candidateId, options }) => [candidateId, options]))
  const originals = originalsIn(input, result)
  const allotments = result.allotments.map(({ id, ...one }): RunAllotment => {
    const candidateId = candidateIds.get(id)!
    const place = optionsOf.get(candidateId)!.indexOf(one.choiceCode)
    return {
      ...one,
      candidateId,
      // The number on the form, counting choices that no longer exist.
      preference: place < 0 ? null : place + 1,
      originalType: originals.get(id) ?? null,
    }
  })
  return {
    ok: true,
    dossier: dossierOf(input, result),
    allotments,
    closings: result.closing,
    vacancies: result.vacancies,
    conversions: result.conversions,
    summary: summaryOf({
      candidates: input.candidates.filter(({ released }) => !released).length,
      released: input.candidates.filter(({ released }) => released).length,
      droppedChoices,
      seatTypes: input.seats.map(({ seatType }) => seatType),
      allotments,
      vacancies: result.vacancies,
      conversions: result.conversions,
    }),
  }
}
