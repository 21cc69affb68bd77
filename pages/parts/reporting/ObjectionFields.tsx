import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'

/** The fields of an objection to an admission. `reason`: that of an objection made before. */
export function ObjectionFields({ admission, reason }: { admission: number; reason: string | null }) {
  const t = useT()
  return (
    <>
      <input type="hidden" name="admission" value={admission} />
      <input type="hidden" name="verdict" value="objected" />
      <Field
        kind="textarea"
        name="reason"
        label={t('reports:approval.reason')}
        hint={t('reports:approval.reason-hint')}
        rows={3}
        maxLength={300}
        value={reason ?? undefined}
      />
    </>
  )
}
