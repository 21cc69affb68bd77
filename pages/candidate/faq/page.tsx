import { Prose } from '../../notices-parts/Prose'
import { Button } from '../../ui/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'
import './page.css'

/** Questions, each of which opens to its answer; with and without JavaScript. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.faq')}</h1>
      <p className="lead">{t('content:faq.lead')}</p>
      <section className="card">
        {data.questions.length === 0 && <p>{t('content:faq.none')}</p>}
        {data.questions.map(({ id, title, body }) => (
          <details key={id} className="question">
            <summary>{title}</summary>
            <Prose text={body} />
          </details>
        ))}
        <div className="actions">
          <Button href={href(base, 'contactus')} kind="quiet">
            {t('content:faq.ask')}
          </Button>
        </div>
      </section>
    </>
  )
}
