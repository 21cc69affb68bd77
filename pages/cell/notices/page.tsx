import { BothLanguages } from '#pages/parts/content/BothLanguages.tsx'
import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { DateField } from '#pages/parts/desk/DateField.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { NoticeList } from '#pages/parts/notices/NoticeList.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { noticeKinds, noticeStates, questionPhases } from '#server/domain/site/notices.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

const tones = { out: 'done', coming: 'todo', withdrawn: 'fix' } as const

/** Writes, previews, publishes and withdraws notices, news, and questions with answers. */
export default function Page() {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.notices')}</h1>
      <p className="lead">{t('content:notices.lead')}</p>
      <nav className="tabs" aria-label={t('content:notices.kinds')}>
        {noticeKinds.map((kind) => (
          <a
            key={kind}
            href={href(cellBase, 'notices', undefined, { kind })}
            aria-current={kind === data.kind ? 'page' : undefined}
          >
            {t(`content:kind.${kind}`)}
          </a>
        ))}
      </nav>
      <Preview />
      <Write />
      <Card title={t('content:notices.list')}>
        <List
          list={data.list}
          caption={t('content:notices.list')}
          empty={t('content:notices.none')}
          keyOf={({ id }) => id}
          tabs={['kind']}
          filters={<Filters />}
          cells={{
            title: ({ title, titleMr }) => (language === 'mr' ? titleMr : title),
            state: (notice) => <State notice={notice} />,
          }}
        />
      </Card>
    </>
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { title, state } = data.list.filters
  return (
    <>
      <Field name="title" label={t('list:column.title')} value={title} maxLength={100} />
      <ChoiceFilter
        name="state"
        label={t('list:column.state')}
        value={state}
        choices={noticeStates.map((one) => ({ value: one, label: t(`content:notices.state.${one}`) }))}
      />
    </>
  )
}

type Listed = DataOf<typeof load>['list']['rows'][number]

/** The state of a notice, and what can be done with it. */
function State({ notice: { id, title: en, titleMr, state } }: { notice: Listed }) {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  const title = language === 'mr' ? titleMr : en
  const isWithdrawn = state === 'withdrawn'
  return (
    <>
      <Tag tone={tones[state]}>{t(`content:notices.state.${state}`)}</Tag>
      <Disclosure
        summary={
          <>
            {t('content:notices.change')} <VisuallyHidden>{title}</VisuallyHidden>
          </>
        }
        kind="inline"
      >
        <div className="acts">
          <Button href={href(cellBase, 'notices', undefined, { kind: data.kind, id })} kind="quiet" small>
            {t('content:notices.change')} <VisuallyHidden>{title}</VisuallyHidden>
          </Button>
          <Form
            submit={t(isWithdrawn ? 'content:notices.restore' : 'content:notices.withdraw')}
            kind="quiet"
            name={`act-${id}`}
          >
            <input type="hidden" name="intent" value={isWithdrawn ? 'restore' : 'withdraw'} />
            <input type="hidden" name="id" value={id} />
          </Form>
        </div>
      </Disclosure>
    </>
  )
}

/** A preview that looks like the public page. */
function Preview() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (!data.preview) return null
  return (['en', 'mr'] as const).map((language) => (
    <Card key={language} title={t(`content:notices.preview-${language}`)}>
      <div lang={language}>
        <NoticeList notices={[data.preview![language]]} level="h3" />
      </div>
    </Card>
  ))
}

function Write() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { kind, edited } = data
  return (
    <Card
      tone="narrow"
      title={edited ? t('content:notices.edit', { title: edited.heading }) : t(`content:notices.new.${kind}`)}
    >
      <Form submit={t('content:notices.preview')} name="notice">
        <Confirm />
        <input type="hidden" name="kind" value={kind} />
        {edited && <input type="hidden" name="id" value={edited.id} />}
        <BothLanguages
          name="title"
          label={kind === 'faq' ? 'notices.question' : 'notices.title'}
          value={edited?.title}
          maxLength={160}
        />
        <BothLanguages
          name="body"
          label={kind === 'faq' ? 'notices.answer' : 'notices.body'}
          value={edited?.body}
          hint={t('content:notices.body-hint')}
          rows={6}
          maxLength={2000}
        />
        {kind === 'faq' && (
          <Field
            kind="select"
            name="phase"
            label={t('content:notices.phase')}
            hint={t('content:notices.phase-hint')}
            value={edited?.phase ?? undefined}
            options={questionPhases.map((phase) => ({ value: phase, label: t(`faq:phase.${phase}`) }))}
          />
        )}
        <DateField
          name="date"
          label={t('content:notices.date')}
          hint={t('content:notices.date-hint')}
          value={edited?.date}
        />
        <Field name="time" label={t('content:notices.time')} value={edited?.time} width="short" maxLength={5} />
      </Form>
    </Card>
  )
}
