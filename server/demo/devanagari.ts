import type { Answers } from '#server/domain/terms/question.ts'

/** The free-text answers of a Marathi-speaking candidate from Belagavi. */
export const devanagariAnswers: Answers = {
  'type-details': { examInstitute: 'राणी चन्नम्मा महाविद्यालय, बेळगाव' },
  'qualifications-details': { college: 'अभियांत्रिकी महाविद्यालय, बेळगाव', degreeName: 'बी.ई. (स्थापत्य)' },
  'personal-details': { addressLine1: '24, शिवाजी गल्ली', town: 'बेळगाव', pin: '590001' },
}
