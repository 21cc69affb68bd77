import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'

/** The way to a paper on which everything is collected before the form is begun. */
export function WorksheetLink() {
  const { base } = useView()
  const t = useT()
  return (
    <p>
      <a href={`${href(base, 'download')}#worksheet`}>{t('worksheet:link')}</a>
    </p>
  )
}
