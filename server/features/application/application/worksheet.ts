import type { FormRules } from '#server/domain/application/form/form-rules.ts'
import { stepForms } from '#server/domain/application/form/forms.ts'
import { typeKey } from '#server/domain/application/form/type-of-candidature.ts'
import { possibleDocuments } from '#server/domain/application/required-documents.ts'
import type { Worksheet, WorksheetQuestion } from '#server/domain/application/worksheet.ts'
import { type ApplicationFees, applicationFee } from '#server/domain/money/fees.ts'
import { type CandidatureType, type Category, categories, claimsOf } from '#server/domain/terms/claims.ts'
import type { Condition } from '#server/domain/terms/question.ts'
import { formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { formView, type QuestionView, type SectionView } from './form-view'

/** For whom a worksheet is. */
export type WorksheetFor = { type: CandidatureType; category: Category }

/** More choices than these do not fit on paper: they are written. */
const mostChoices = 6

/** `A_OBC` in an address: the type and the category; null if the course or the rulebook knows none such. */
export function worksheetNamed(of: string, { types }: Pick<FormRules, 'types'>): WorksheetFor | null {
  const [typeWritten, categoryWritten] = of.split('_')
  const type = types.find((one) => one === typeWritten)
  const category = categories.find((one) => one === categoryWritten)
  return type && category && of === `${type}_${category}` ? { type, category } : null
}

/**
 * What the nine steps ask somebody of this type and category, and the documents that they may need: from the form's own
 * definition and the rules of documents. Source: rules §3.3, §3.9.
 */
export function worksheetOf(
  { form, fees }: { form: FormRules; fees: ApplicationFees },
  { type, category }: WorksheetFor,
  language: Language,
): Worksheet {
  const t = (key: string, values?: Record<string, string>) => translate(language, key as TextKey, values)
  const known: Record<string, string> = { type, category }
  const answers = { 'type-of-candidature': { type }, 'category-details': { category } }
  const isKnown = ({ question }: Condition) => question in known
  /** Nothing that they say about the type and the category rules it out. */
  const isPossible = ({ when = [] }: Pick<SectionView, 'when'>) =>
    when.filter(isKnown).every(({ question, is }) => is.includes(known[question]!))
  /** The condition in words, unless this paper's type and category have answered all of it. */
  const only = ({ when = [], onlyIf }: Pick<SectionView, 'when' | 'onlyIf'>) =>
    when.every(isKnown) ? undefined : onlyIf

  function rowOf(question: QuestionView): WorksheetQuestion {
    const { label, options, groups, isRequired } = question
    const isListed = options !== undefined && !groups && options.length <= mostChoices
    const note = only(question)
    return {
      label: isRequired ? label : `${label} (${t('worksheet:optional')})`,
      ...(note && { note }),
      ...(isListed && { choices: options.map((option) => option.label) }),
    }
  }

  const sectionsOf = (section: SectionView) => {
    const rows = section.questions.filter((question) => !(question.name in known) && isPossible(question)).map(rowOf)
    const note = only(section)
    return rows.length ? [{ title: section.title, ...(note && { note }), rows }] : []
  }
  const fee = applicationFee(claimsOf(answers)!, fees)
  return {
    facts: [
      { label: t('worksheet:type'), value: t(typeKey(form, type)) },
      { label: t('form:category-details.category'), value: t(`form:category.${category}`) },
      { label: t('worksheet:fee'), value: formatRupees(fee) },
    ],
    questions: Object.fromEntries(
      Object.entries(stepForms(form)).map(([step, one]) => [
        step,
        formView(one, answers, language).filter(isPossible).flatMap(sectionsOf),
      ]),
    ),
    documents: possibleDocuments(form, type, category),
  }
}
