import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'

/** A public document: what it is, and the way to it. */
export default function Page() {
  const { base, data } = useView<() => { title: string; facts: string; href: string }>()
  const t = useT()
  return (
    <>
      <h1>{data.title}</h1>
      <Card tone="narrow">
        <p className="num">{data.facts}</p>
        <div className="actions">
          <Button href={data.href} data-full>
            {t('content:file.open')}
          </Button>
          <Button href={href(base, 'download')} kind="quiet">
            {t('content:file.all')}
          </Button>
        </div>
      </Card>
    </>
  )
}
