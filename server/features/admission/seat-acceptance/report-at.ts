import type { FileKind } from '#server/domain/application/document-rules.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { nameIn } from '#server/domain/application/form/seat-names.ts'
import { addressIn, type InstituteFacts, mapOfInstitute } from '#server/domain/seats/institutes.ts'
import type { Lists } from '#server/domain/terms/question.ts'
import { formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Paise } from '#server/kernel/money.ts'
import type { Seat } from './seats'
import type { SeatPlace } from './store'

type ReportAtDeps = {
  portal: { lists?: Lists }
  place(seat: Seat): SeatPlace
  /** How to reach an institute; null if nothing is known of it. */
  institute(code: string): Pick<InstituteFacts, 'address' | 'addressMr' | 'phone' | 'place'> | null
  annualFee(choiceCode: string): Paise | null
  /** The documents that belong to the candidate's form: their originals are shown at the institute. */
  documents(candidateId: number): readonly FileKind[]
}

/**
 * Where the candidate of a seat reports: the institute, how to reach it, the originals to bring, and its yearly fee
 * (null where it is not known). Pages and the letter read it. Source: rules §8.14.
 */
export function createReportAt({ portal, place, institute, annualFee, documents }: ReportAtDeps) {
  function of(seat: Seat, language: Language) {
    const { instituteCode, institute: name, district } = place(seat)
    const facts = institute(instituteCode)
    const fee = annualFee(seat.offer.choiceCode)
    return {
      code: instituteCode,
      institute: nameIn(name, language, portal),
      address: facts && addressIn(facts, language),
      phone: facts?.phone ?? null,
      map: mapOfInstitute(facts, name, districtName(district, 'en', portal)),
      originals: documents(seat.offer.candidateId).map((kind) =>
        translate(language, `documents:kind.${kind}` as TextKey),
      ),
      fee: fee === null ? null : formatRupees(fee),
    }
  }

  return {
    of,
    /** The same as lines of a letter; it tells nobody to report, or what to bring, who does not report for this seat now. */
    rows(seat: Seat, language: Language): { label: string; value: string }[] {
      const { institute: name, address, phone, originals, fee } = of(seat, language)
      const when = seat.reporting?.when
      const t = (key: TextKey, values?: Record<string, string>) => translate(language, key, values)
      const line = (label: TextKey, value: string | null) => (value ? [{ label: t(label), value }] : [])
      return [
        ...line(
          when === 'now' ? 'acceptance:report.at' : 'acceptance:ticket.institute',
          [name, address].filter(Boolean).join(', '),
        ),
        ...line('acceptance:report.phone', phone),
        ...line('acceptance:report.originals', when === 'later' ? null : originals.join('; ')),
        ...line('acceptance:report.fee', fee && t('acceptance:seat.annual-fee', { fee })),
      ]
    },
  }
}

export type ReportAt = ReturnType<ReturnType<typeof createReportAt>['of']>
