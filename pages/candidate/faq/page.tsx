import { Prose } from '../../parts/notices/Prose'
import { Disclosure } from '../../ui/data/Disclosure'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** Common questions. Each opens to show its answer, with and without JavaScript. */
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
          <Disclosure key={id} summary={title}>
            <Prose text={body} />
          </Disclosure>
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
