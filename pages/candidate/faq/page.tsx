import { SearchCard } from '#pages/parts/content/SearchCard.tsx'
import { WhoCanApply } from '#pages/parts/eligibility/WhoCanApply.tsx'
import { WorksheetLink } from '#pages/parts/eligibility/WorksheetLink.tsx'
import { Prose } from '#pages/parts/notices/Prose.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** Common questions by the part of the admission. Each opens to show its answer, with and without JavaScript. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { q, count, phases } = data
  return (
    <>
      <h1>{t('shell:menu.faq')}</h1>
      <p className="lead">{t('faq:lead')}</p>
      <SearchCard
        label={t('faq:search')}
        hint={t('faq:search-hint')}
        q={q}
        found={
          q
            ? {
                words: count > 0 ? t('faq:found', { count }) : t('faq:found-none'),
                whole: { href: href(base, 'faq'), words: t('faq:all') },
              }
            : null
        }
      >
        {!q && <Parts />}
      </SearchCard>
      {!q && (
        <WhoCanApply>
          <WorksheetLink />
        </WhoCanApply>
      )}
      {!q && phases.length === 0 && <p>{t('faq:none')}</p>}
      {phases.map(({ phase, questions }) => (
        <Card key={phase} place={phase} title={t(`faq:phase.${phase}`)}>
          {questions.map(({ id, title, body }) => (
            <Disclosure key={id} summary={title} isOpen={q !== '' && count <= 5}>
              <Prose text={body} />
            </Disclosure>
          ))}
        </Card>
      ))}
      <div className="actions">
        <Button href={href(base, 'contactus')} kind="quiet">
          {t('faq:ask')}
        </Button>
      </div>
    </>
  )
}

/** Links to the parts on this page. */
function Parts() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (data.phases.length < 2) return null
  return (
    <nav aria-label={t('faq:parts')}>
      <ul className="tabs">
        {data.phases.map(({ phase }) => (
          <li key={phase}>
            <a href={`#${phase}`}>{t(`faq:phase.${phase}`)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
