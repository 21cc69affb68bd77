import { Facts } from '#pages/ui/data/Facts.tsx'
import { useT } from '#pages/ui/view.ts'
import { CaseTag } from './CaseTag'
import type { CaseInWords } from './case.server'

/** A cancellation: the seat, the request and its clock. */
export function CaseFacts({ one }: { one: CaseInWords }) {
  const t = useT()
  const { caseNumber, userId, fullName, institute, course, choiceCode, round, reason, requested, due, returned } = one
  return (
    <Facts
      facts={[
        { label: t('cancellation:column.case'), value: caseNumber },
        { label: t('cancellation:column.application-id'), value: userId },
        { label: t('cancellation:column.name'), value: fullName, isWritten: true },
        { label: t('cancellation:column.institute'), value: institute, isWritten: true },
        { label: t('cancellation:column.course'), value: `${course}, ${choiceCode}`, isWritten: true },
        { label: t('cancellation:column.round'), value: round },
        { label: t('cancellation:column.reason'), value: reason, isWritten: true },
        { label: t('cancellation:column.requested'), value: requested },
        { label: t('cancellation:column.due'), value: due },
        {
          label: t('cancellation:column.state'),
          value: <CaseTag returned={returned?.at ?? null} isLate={one.isLate} />,
        },
      ]}
    />
  )
}

/** What the institute returned. */
export function ReturnFacts({ returned }: { returned: NonNullable<CaseInWords['returned']> }) {
  const t = useT()
  return (
    <Facts
      facts={[
        { label: t('cancellation:return.paid'), value: returned.paid },
        { label: t('cancellation:return.deposit'), value: returned.deposit },
        { label: t('cancellation:return.charge'), value: returned.charge },
        { label: t('cancellation:return.sum'), value: returned.sum },
        { label: t('cancellation:return.mode'), value: t(`cancellation:mode.${returned.mode}`) },
        returned.number !== '' && { label: t('cancellation:return.number'), value: returned.number, isWritten: true },
        { label: t('cancellation:return.originals'), value: t('cancellation:return.originals-back') },
        returned.mode !== 'nothing-paid' && {
          label: t('cancellation:return.received'),
          value: returned.received ?? t('cancellation:return.not-said'),
        },
      ]}
    />
  )
}
