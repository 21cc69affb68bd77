import { CourseLines } from '../../../parts/seat-matrix/CourseLines'
import { EditionTag } from '../../../parts/seat-matrix/EditionTag'
import { SeatTable } from '../../../parts/seat-matrix/Seats'
import { Card } from '../../../ui/data/Card'
import { Disclosure } from '../../../ui/data/Disclosure'
import { Pager } from '../../../ui/data/Pager'
import { Tag } from '../../../ui/data/Tag'
import { Field } from '../../../ui/form/Field'
import { Form } from '../../../ui/form/Form'
import { href } from '../../../ui/href'
import { Banner } from '../../../ui/shell/Banner'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'

type Loaded = () => NonNullable<ReturnType<typeof load>>

/** One edition of the seat matrix: its report, the changes it would make, a preview, and its publication. */
export default function Page() {
  const { data } = useView<Loaded>()
  const t = useT()
  const { number, state, fileName, hash, imported, published, isPending } = data
  return (
    <>
      <h1>{t('seats:edition', { number })}</h1>
      <Card>
        <p>
          <EditionTag state={state} /> <code>{fileName}</code>
        </p>
        <p>{t('seats:desk.imported', imported)}</p>
        {published && <p>{t('seats:desk.published', published)}</p>}
        <p>
          {t('seats:desk.hash')} <code>{hash}</code>
        </p>
      </Card>
      {isPending && <Decide />}
      <Report />
      <Changes />
      <Preview />
    </>
  )
}

function Decide() {
  const { data } = useView<Loaded>()
  const t = useT()
  const { unanswered, isSecondPerson } = data
  return (
    <Card tone="next" title={t('seats:desk.decide')}>
      {unanswered > 0 && <Banner tone="warn">{t('seats:desk.unanswered', { count: unanswered })}</Banner>}
      {!isSecondPerson && <Banner tone="info">{t('staff:refusal.second-person')}</Banner>}
      {unanswered === 0 && isSecondPerson && (
        <Form submit={t('seats:desk.publish')} name="publish">
          <p>{t('seats:desk.publish-about')}</p>
          <input type="hidden" name="intent" value="publish" />
        </Form>
      )}
      <Form submit={t('seats:desk.discard')} kind="danger" name="discard">
        <input type="hidden" name="intent" value="discard" />
      </Form>
    </Card>
  )
}

/** The numbers that do not agree, line by line, and the form to give a reason for them. */
function Report() {
  const { data } = useView<Loaded>()
  const t = useT()
  const { breaches, isPending } = data
  const open = [...new Set(breaches.filter(({ reason }) => reason === null).map(({ choiceCode }) => choiceCode))]
  return (
    <Card title={t('seats:desk.report')}>
      {breaches.length === 0 ? (
        <p>{t('seats:desk.agrees')}</p>
      ) : (
        <ul className="entries">
          {breaches.map(({ line, choiceCode, rule, expected, found, reason }) => (
            <li key={`${line} ${choiceCode} ${rule}`}>
              <div className="head">
                <span>{t('seats:desk.line', { line })}</span>
                <b>{choiceCode}</b>
                <Tag tone={reason === null ? 'fix' : 'done'}>
                  {t(reason === null ? 'seats:desk.unexplained' : 'seats:desk.explained')}
                </Tag>
              </div>
              <p>
                {t(`seats:identity.${rule}`)} {t('seats:desk.numbers', { expected, found })}
              </p>
              {reason !== null && <p>{t('seats:desk.because', { reason })}</p>}
            </li>
          ))}
        </ul>
      )}
      {isPending && open.length > 0 && (
        <Form submit={t('seats:desk.override')} kind="quiet" name="override">
          <input type="hidden" name="intent" value="override" />
          <Field
            kind="select"
            name="choiceCode"
            label={t('seats:choice-code')}
            options={open.map((value) => ({ value, label: value }))}
            required
          />
          <Field
            kind="textarea"
            name="reason"
            label={t('seats:desk.reason')}
            hint={t('seats:desk.reason-hint')}
            rows={3}
            maxLength={300}
            required
          />
        </Form>
      )}
    </Card>
  )
}

function Changes() {
  const { data } = useView<Loaded>()
  const t = useT()
  const { changes, isPending } = data
  if (!changes || !isPending) return null
  const kinds = (['added', 'changed', 'gone'] as const).filter((kind) => changes[kind].length > 0)
  return (
    <Card title={t('seats:desk.changes')}>
      {kinds.length === 0 && <p>{t('seats:desk.no-changes')}</p>}
      {kinds.map((kind) => (
        <Disclosure key={kind} summary={t(`seats:desk.${kind}`, { count: changes[kind].length })}>
          <p>{changes[kind].join(', ')}</p>
        </Disclosure>
      ))}
    </Card>
  )
}

function Preview() {
  const { cellBase, data } = useView<Loaded>()
  const t = useT()
  const { id, sums, lines, count } = data
  return (
    <>
      <Card title={t('seats:sums', { count: sums.all })}>
        <SeatTable label={t('seats:by-type')} seats={sums.byType} />
      </Card>
      <Card title={t('seats:found', { count })}>
        <CourseLines lines={lines} />
        <Pager
          page={data.page}
          pages={data.pages}
          at={(page) => href(cellBase, 'seat-matrix/:id', { id: String(id) }, { page })}
        />
      </Card>
    </>
  )
}
