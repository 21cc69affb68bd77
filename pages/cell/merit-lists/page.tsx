import { Alarms } from '#pages/parts/desk/Alarms.tsx'
import { ReleaseStateTag } from '#pages/parts/release/ReleaseStateTag.tsx'
import { useRecheck } from '#pages/ui/browser/recheck.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import type { load } from './page.server'

type Loaded = DataOf<typeof load>

/** Merit lists: the ones in force, the next edition, and all earlier ones. */
export default function Page() {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  useRecheck(data.printing !== null)
  return (
    <>
      <h1>{t('staff:menu.merit-lists')}</h1>
      <p className="lead">{t('merit:lead')}</p>
      <Alarms alarms={data.alarms} />
      {data.stages.map((stage) => (
        <Stage key={stage.stage} of={stage} />
      ))}
      {data.printing && <Printing of={data.printing} />}
      <Card title={t('merit:editions')}>
        {data.editions.length === 0 ? (
          <p>{t('merit:editions.none')}</p>
        ) : (
          <ul className="entries">
            {data.editions.map(({ id, stage, number, state, preparedAt, preparedByName }) => (
              <li key={id}>
                <div className="head">
                  <a href={href(cellBase, 'merit-lists/:id', { id: String(id) })}>
                    {t('merit:edition', { stage: t(`merit:stage.${stage}`), number })}
                  </a>
                  <ReleaseStateTag state={state} />
                </div>
                <p>{t('merit:prepared-by', { name: preparedByName, time: formatDateTime(preparedAt, language) })}</p>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}

/** The progress of a published list's PDF while it is being made. */
function Printing({ of: { stage, list, language, done, of } }: { of: NonNullable<Loaded['printing']> }) {
  const t = useT()
  const words = t('merit:paper.done', { done: formatCount(done), all: formatCount(of) })
  return (
    <Card title={t('merit:paper')}>
      <p role="status">
        {t(`merit:stage.${stage}`)}, {t(`merit:list.${list}`)} (
        <span lang={language}>{t(`shell:language.${language}`)}</span>){' '}
        <progress max={of} value={done} aria-label={words} /> {words}
      </p>
    </Card>
  )
}

function Stage({ of: { stage, opensAt, inForce, closedBy } }: { of: Loaded['stages'][number] }) {
  const { cellBase, language } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t(`merit:stage.${stage}`)}>
      <p>
        {opensAt === null
          ? t('merit:schedule.none')
          : t('merit:schedule.at', { at: formatDateTime(opensAt, language) })}
      </p>
      {inForce === null ? (
        <p>{t('merit:in-force.none')}</p>
      ) : (
        <p>
          {t('merit:in-force')}{' '}
          <a href={href(cellBase, 'merit-lists/:id', { id: String(inForce.id) })}>
            {t('merit:edition', { stage: t(`merit:stage.${stage}`), number: inForce.number })}
          </a>
        </p>
      )}
      {closedBy === null ? (
        <Form
          submit={t(inForce ? 'merit:new.correction' : 'merit:new.first')}
          kind={inForce ? 'quiet' : 'primary'}
          name={stage}
        >
          <input type="hidden" name="stage" value={stage} />
          {inForce && (
            <Field
              kind="textarea"
              name="reason"
              label={t('merit:new.reason')}
              hint={t('merit:new.reason-hint')}
              required
              rows={2}
              maxLength={500}
            />
          )}
        </Form>
      ) : (
        <p>{t(`merit:refusal.${closedBy as 'merit-in-hand'}`)}</p>
      )}
    </Card>
  )
}
