import type { StepForms } from '#server/domain/application/form/forms.ts'
import type { ClaimFact } from '#server/domain/scrutiny/scrutiny.ts'
import type { Acknowledged } from '#server/domain/site/printable.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Paise } from '#server/kernel/money.ts'
import type { Instant } from '#server/kernel/time.ts'
import { consideredFor } from './considered'

/** The sources of an acknowledgement. */
type AcknowledgementDeps = {
  forms: StepForms
  /** `confirmedAt`: null where the form is not confirmed; `version`: the newest, null before one. */
  confirmation(candidateId: number): {
    confirmedAt: Instant | null
    mode: number | null
    version: number | null
    /** It counts only for seats outside the rounds. */
    isOutside: boolean
  }
  answers(candidateId: number): Answers
  /** The documents that the claims need, null where one is missing; `kind` as `documents:kind.…` has it. */
  documents(candidateId: number): readonly { kind: string; document: object | null }[]
  /** The claims that the officer removed, and those whose certificate never came. */
  removedByOfficer(candidateId: number): readonly ClaimFact[]
  unfulfilled(candidateId: number): readonly ClaimFact[]
  /** The officer of an e-scrutiny; the centre where one checked the form. Null or undefined if unknown. */
  officerOf(candidateId: number): string | null | undefined
  centreNameOf(candidateId: number, language: Language): string | null | undefined
  paid(candidateId: number): Paise
  /** The amount still due because of removed claims; null if there is none. */
  convertDue(candidateId: number): Paise | null
}

/** The contents of the acknowledgement of a confirmed form, for page and paper; null if it is not confirmed. */
export function createAcknowledgement(deps: AcknowledgementDeps) {
  return (candidateId: number, language: Language): Acknowledged | null => {
    const { confirmedAt, mode, version, isOutside } = deps.confirmation(candidateId)
    if (confirmedAt === null || version === null) return null
    const text = (key: TextKey) => translate(language, key)
    const isOnline = mode === 1
    const checker = isOnline ? deps.officerOf(candidateId) : deps.centreNameOf(candidateId, language)
    const removed = [...new Set([...deps.removedByOfficer(candidateId), ...deps.unfulfilled(candidateId)])]
    const convertDue = deps.convertDue(candidateId)
    return {
      version,
      confirmedAt,
      checkedBy: checker ?? text(isOnline ? 'scrutiny:ack.e-scrutiny' : 'scrutiny:ack.centre'),
      considered: [
        ...(isOutside ? [{ label: text('scrutiny:ack.seats'), value: text('scrutiny:ack.outside') }] : []),
        ...consideredFor(deps.answers(candidateId), deps.forms, language),
      ],
      documents: deps
        .documents(candidateId)
        .filter(({ document }) => document)
        .map(({ kind }) => text(`documents:kind.${kind}` as TextKey)),
      removed: removed.length ? removed.map((claim) => text(`scrutiny:fact.${claim}`)).join(', ') : null,
      fee: formatRupees(deps.paid(candidateId)),
      convertDue: convertDue === null ? null : formatRupees(convertDue),
    }
  }
}
