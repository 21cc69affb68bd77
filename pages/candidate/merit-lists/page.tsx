import { MeritTable } from '#pages/parts/merit-pages/MeritTable.tsx'
import { LogEntry } from '#pages/parts/public-log/LogEntry.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Pager } from '#pages/ui/form/Pager.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'
import { Search } from './Search'

type Shown = NonNullable<DataOf<typeof load>['shown']>

/** The published merit lists, for everybody, with a search, pages and downloads. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { shown, editions, due } = data
  const edition = editions.find(({ name }) => name === shown?.name)
  if (!shown || !edition) return <NoneYet due={due} />
  const { stage, number, reason, publishedAt } = edition
  const status = stage === 'final' ? 'meritstatus/final-merit' : 'meritstatus/provisional-merit'
  return (
    <>
      <h1>
        {t(`meritpages:stage.${stage}`)}: {t(`meritpages:list.${shown.list}`)}
      </h1>
      <p className="lead">
        {t('meritlists:lead')} <a href={href(base, status)}>{t('meritlists:mine')}</a>
      </p>
      {shown.inForce && (
        <Banner
          tone="warn"
          title={t('meritlists:replaced')}
          action={
            <a href={href(base, 'merit-lists', undefined, { edition: shown.inForce })}>{t('meritlists:in-force')}</a>
          }
        />
      )}
      <p>
        {reason === null ? t('meritlists:edition', { number }) : t('meritlists:correction', { number, reason })}
        {' · '}
        {t('meritlists:published', { at: publishedAt, count: shown.count })}
        {data.entry && (
          <>
            <br />
            {t('logentry:label')}: <LogEntry entry={data.entry} />
          </>
        )}
      </p>
      <Lists shown={shown} />
      <Card>
        <Search />
      </Card>
      <Card title={t(`meritpages:list.${shown.list}.about`)}>
        <Found shown={shown} />
      </Card>
      <Downloads file={shown.file} />
      {editions.length > 1 && <Editions shown={shown.name} />}
    </>
  )
}

function NoneYet({ due }: { due: string | null }) {
  const { base } = useView()
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.merit-lists')}</h1>
      <Banner
        tone="info"
        title={t('meritlists:none')}
        action={<a href={href(base, 'importantdate')}>{t('meritpages:lists.dates')}</a>}
      >
        {due ? t('meritlists:due', { at: due }) : t('meritlists:none-about')}
      </Banner>
    </>
  )
}

function Downloads({ file }: { file: string }) {
  const { base } = useView()
  const t = useT()
  return (
    <div className="screen-only">
      <Card title={t('meritlists:take')}>
        <div className="actions">
          <Button href={href(base, 'merit-lists/:name.csv', { name: file })} kind="quiet" download>
            {t('meritlists:csv')}
          </Button>
          <Button href={href(base, 'merit-lists/:name.pdf', { name: file })} kind="quiet">
            {t('meritlists:pdf')}
          </Button>
        </div>
        <p className="hint">
          {t('meritlists:published')}{' '}
          <a href={href(base, 'merit-lists/:name.csv', { name: file }, { lang: 'en' })} download>
            {file}.csv
          </a>
          {' · '}
          <a href={href(base, 'public-log')}>{t('meritlists:how')}</a>
        </p>
      </Card>
    </div>
  )
}

/** The editions of all lists. `shown`: the name of the one on show. */
function Editions({ shown }: { shown: string }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('meritlists:others')}>
      <ul>
        {data.editions.map((one) => (
          <li key={one.name}>
            <a
              href={href(base, 'merit-lists', undefined, { edition: one.name })}
              aria-current={one.name === shown ? 'true' : undefined}
            >
              {t('meritpages:status.published', {
                stage: t(`meritpages:stage.${one.stage}`),
                number: one.number,
                at: one.publishedAt,
              })}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Tabs for the lists of the edition. */
function Lists({ shown }: { shown: Shown }) {
  const { base } = useView()
  const t = useT()
  if (shown.lists.length < 2) return null
  return (
    <ul className="tabs">
      {shown.lists.map((list) => (
        <li key={list}>
          <a
            href={href(base, 'merit-lists', undefined, { edition: shown.name, list })}
            aria-current={list === shown.list ? 'page' : undefined}
          >
            {t(`meritpages:list.${list}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Found({ shown }: { shown: Shown }) {
  const { base } = useView()
  const t = useT()
  const { name, list, lines, page, pages, hasNext, asked } = shown
  if (lines.length === 0) return <p>{t('meritlists:nobody')}</p>
  const at = (to: number) => href(base, 'merit-lists', undefined, { edition: name, list, ...asked, page: to })
  return (
    <>
      <MeritTable caption={t('meritlists:caption', { list: t(`meritpages:list.${list}`), page })} lines={lines} />
      <Pager page={page} pages={pages} hasMore={hasNext} at={at} />
    </>
  )
}
