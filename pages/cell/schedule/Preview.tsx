import { BothLanguages } from '#pages/parts/content/BothLanguages.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** What a change does: the dates, those whom it affects, its one notice, and the next step of two people. */
export function Preview() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { changes, notices } = data.preview!
  return (
    <Card tone="next" title={t('content:schedule.preview-title')} place="preview" isAsked>
      <Table
        caption={t('content:schedule.preview-title')}
        rows={changes}
        keyOf={({ key }) => key}
        columns={[
          { title: t('notices:dates.activity'), cell: ({ title }) => title },
          { title: t('content:schedule.before'), cell: ({ before }) => before ?? t('content:schedule.not-there') },
          { title: t('content:schedule.after'), cell: ({ after }) => after },
          {
            title: t('content:schedule.affects'),
            cell: ({ effects }) => (effects.length ? effects.join('; ') : t('content:schedule.affects-nobody')),
          },
        ]}
      />
      <h3>{t('content:schedule.one-notice')}</h3>
      {notices &&
        (['en', 'mr'] as const).map((language) => (
          <blockquote key={language} lang={language}>
            <b>{notices.title[language]}</b>
            {notices.body[language]
              .split('\n\n')
              .filter(Boolean)
              .map((line) => (
                <p key={line}>{line}</p>
              ))}
          </blockquote>
        ))}
      {data.isWaiting ? <Decide /> : <HandOver />}
    </Card>
  )
}

function HandOver() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Form submit={t('content:schedule.hand-over')} name="prepare">
      <input type="hidden" name="intent" value="prepare" />
      <input type="hidden" name="version" value={data.version} />
      <BothLanguages
        name="reason"
        label="schedule.reason"
        hint={t('content:schedule.reason-hint')}
        rows={3}
        maxLength={500}
      />
    </Form>
  )
}

function Decide() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { id, isSecondPerson } = data.change!
  const act = (intent: 'release' | 'reopen' | 'discard') => (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
    </>
  )
  return (
    <>
      {data.hasFaults && <Banner tone="warn">{t('content:schedule.overtaken')}</Banner>}
      {isSecondPerson ? (
        <Form submit={t('content:schedule.release')} name="release">
          {act('release')}
        </Form>
      ) : (
        <Banner tone="info">{t('staff:refusal.second-person')}</Banner>
      )}
      <Form submit={t('content:schedule.reopen')} kind="quiet" name="reopen">
        {act('reopen')}
      </Form>
      <Form submit={t('content:schedule.discard')} kind="danger" name="discard">
        {act('discard')}
      </Form>
    </>
  )
}
