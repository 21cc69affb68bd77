import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'

/** A public document: its description and its link. */
export default function Page() {
  const { base, data } = useView<() => { title: string; facts: string; href: string }>()
  const t = useT()
  return (
    <>
      <h1>{data.title}</h1>
      <Card tone="narrow">
        <p>{data.facts}</p>
        <div className="actions">
          <Button href={data.href} data-full>
            {t('downloads:file.open')}
          </Button>
          <Button href={href(base, 'download')} kind="quiet">
            {t('downloads:file.all')}
          </Button>
        </div>
      </Card>
    </>
  )
}
