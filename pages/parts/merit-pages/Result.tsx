import { Facts } from '#pages/ui/data/Facts.tsx'
import { useT } from '#pages/ui/view.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { MeritResult } from './status.server'

/** A candidate's merit numbers with the public columns. Needs the texts `meritpages`. */
export function Result({ result }: { result: MeritResult }) {
  const t = useT()
  const { userId, fullName, type, category, percentage, places } = result
  return (
    <Facts
      facts={[
        { label: t('meritpages:column.name'), value: fullName, isWritten: true },
        { label: t('meritpages:column.user-id'), value: userId },
        ...places.map(({ list, meritNumber, of }) => ({
          label: t(`meritpages:list.${list}`),
          value: <b>{t('meritstatus:place', { number: formatCount(meritNumber), of: formatCount(of) })}</b>,
        })),
        { label: t('meritpages:column.percentage'), value: percentage },
        { label: t('meritpages:column.type'), value: type },
        { label: t('meritpages:column.category'), value: t(`meritpages:category.${category}`) },
      ]}
    />
  )
}
