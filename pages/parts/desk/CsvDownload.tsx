import { Button } from '#pages/ui/form/Button.tsx'
import { useView } from '#pages/ui/view.ts'

/** A button that downloads a table: a native form, because the browser handles downloads. `fields`: what to export. */
export function CsvDownload({
  address,
  label,
  name,
  fields = {},
}: {
  /** From `href`. */
  address: string
  label: string
  /** Names the button where its label alone does not tell it from others. */
  name?: string
  fields?: Readonly<Record<string, string>>
}) {
  const { staff } = useView()
  return (
    <form method="post" action={address}>
      <input type="hidden" name="_csrf" value={staff?.csrf} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="actions">
        <Button kind="quiet" aria-label={name}>
          {label}
        </Button>
      </div>
    </form>
  )
}
