import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { type MessageChannel, plainWords, titleOf } from '#server/domain/messages/message-templates.ts'
import type { load } from './page.server'

const channels = ['sms', 'whatsapp', 'email', 'push'] as const satisfies readonly MessageChannel[]

const wordsOf = { changed: 'templates:changed', shipped: 'templates:own' } as const

/** Every message that the portal sends, with a link to its words. */
export default function Page() {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.templates')}</h1>
      <p className="lead">
        {t('templates:lead')} <a href={href(cellBase, 'message-ids')}>{t('staff:menu.message-ids')}</a>
      </p>
      <Card title={t('templates:all')}>
        <List
          list={data.list}
          caption={t('templates:all')}
          empty={t('templates:none')}
          keyOf={({ template }) => template}
          find={{ name: 'q', label: t('templates:find') }}
          filters={<Filters />}
          cells={{
            template: ({ template, wording, wordingMr }) => (
              <>
                <a href={href(cellBase, 'templates/:template', { template })}>
                  {titleOf(language === 'mr' ? wordingMr : wording) ?? t('templates:own-words')}
                </a>
                <small>{template}</small>
              </>
            ),
            channels: (row) =>
              channels
                .filter((channel) => row.channels.split(' ').includes(channel))
                .map((channel) => t(`templates:part.${channel}`))
                .join(' · '),
            wording: ({ wording, wordingMr }) => plainWords(language === 'mr' ? wordingMr : wording),
            wordingMr: ({ wordingMr }) => <span lang="mr">{plainWords(wordingMr)}</span>,
            state: ({ state }) =>
              state === 'changed' ? (
                <Tag tone="warn">{t(wordsOf.changed)}</Tag>
              ) : (
                <small className="unbroken">{t(wordsOf.shipped)}</small>
              ),
          }}
        />
      </Card>
    </>
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { template, state } = data.list.filters
  return (
    <>
      <Field name="template" label={t('list:column.template')} value={template} maxLength={60} />
      <ChoiceFilter
        name="channels"
        label={t('list:column.channels')}
        value={data.list.filters.channels}
        choices={channels.map((value) => ({ value, label: t(`templates:part.${value}`) }))}
      />
      <ChoiceFilter
        name="state"
        label={t('list:column.state')}
        value={state}
        choices={(['shipped', 'changed'] as const).map((value) => ({ value, label: t(wordsOf[value]) }))}
      />
    </>
  )
}
