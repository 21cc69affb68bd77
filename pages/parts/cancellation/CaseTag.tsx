import { Tag } from '#pages/ui/data/Tag.tsx'
import { useT } from '#pages/ui/view.ts'

/** Has the institute recorded the return, and in time? `returned`: when, in words. */
export function CaseTag({ returned, isLate }: { returned: string | null; isLate: boolean }) {
  const t = useT()
  if (returned === null)
    return <Tag tone={isLate ? 'fix' : 'todo'}>{t(isLate ? 'cancellation:state.late' : 'cancellation:state.open')}</Tag>
  return (
    <>
      <Tag tone={isLate ? 'warn' : 'done'}>
        {t(isLate ? 'cancellation:state.recorded-late' : 'cancellation:state.recorded')}
      </Tag>
      <div>{returned}</div>
    </>
  )
}
