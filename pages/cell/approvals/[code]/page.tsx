import { StatusTag } from '#pages/parts/certificates/Standing.tsx'
import { CsvDownload } from '#pages/parts/desk/CsvDownload.tsx'
import { SeatWithMeaning } from '#pages/parts/seat-matrix/SeatWithMeaning.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { Pager } from '#pages/ui/form/Pager.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { Category } from '#server/domain/terms/claims.ts'
import type { DataOf } from '#server/http/page.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Data = DataOf<typeof load>
type Line = Data['lines'][number]

/** An institute's approval list, and the second check of each admission. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { code, name, lines, page, pages } = data
  return (
    <>
      <Breadcrumb trail={[{ title: t('staff:menu.approvals'), href: href(cellBase, 'approvals') }, { title: code }]} />
      <h1>{t('reports:approval.title')}</h1>
      <p className="lead">
        {code} <Written>{name}</Written>
      </p>
      {data.mayCheck && <p>{t('reports:approval.about')}</p>}
      <p>{t('reports:approval.sheet', { admitted: data.admitted, checked: data.checked })}</p>
      {lines.length > 0 && (
        <div className="acts">
          <Button href={href(cellBase, 'approvals/:code/list.pdf', { code })} kind="quiet">
            {t('reports:approval.pdf')}
          </Button>
          <CsvDownload
            address={href(cellBase, 'approval-list.csv')}
            label={t('reports:approval.csv')}
            fields={{ institute: code }}
          />
        </div>
      )}
      <Card>
        {data.mayCheck && lines.some(({ verdict }) => verdict !== 'checked') ? (
          <Form submit={t('reports:approval.in-order')} name="in-order">
            <div id={fieldId('ordered')}>
              <All />
              <Admissions />
            </div>
          </Form>
        ) : (
          <Admissions />
        )}
      </Card>
      <Pager page={page} pages={pages} at={(at) => href(cellBase, 'approvals/:code', { code }, { page: at })} />
    </>
  )
}

/** One tick for all that this page shows and that are not in order yet. */
function All() {
  const { data } = useView<typeof load>()
  const t = useT()
  const open = data.lines.filter(({ verdict }) => verdict === null).map(({ id }) => id)
  if (open.length < 2) return null
  return (
    <p className="check">
      <input type="checkbox" id="all" name="all" value={open.join('.')} />
      <label htmlFor="all">{t('reports:approval.all', { count: open.length })}</label>
    </p>
  )
}

/** The admissions of a page, each with its second check. */
function Admissions() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <Table
      caption={t('reports:approval.title')}
      rows={data.lines}
      keyOf={({ id }) => id}
      empty={t('reports:approval.none')}
      isWide
      columns={[
        {
          title: t('reports:approval.candidate'),
          cell: ({ id, userId, fullName, course, verdict }) => (
            <>
              {data.mayCheck && verdict !== 'checked' && (
                <span className={`check ${styles.person}`}>
                  <input type="checkbox" id={`ordered-${id}`} name={`ordered-${id}`} value="true" />
                  <label htmlFor={`ordered-${id}`}>
                    {t('reports:approval.tick')}
                    <VisuallyHidden> {userId}</VisuallyHidden>
                  </label>
                </span>
              )}
              <a href={href(cellBase, 'approvals/:code/:userId', { code: data.code, userId })}>
                <Written>{fullName}</Written> <code>{userId}</code>
              </a>
              {data.hasCourses && <p className="hint">{course}</p>}
            </>
          ),
        },
        { title: t('reports:column.seat'), cell: ({ seatType }) => <SeatWithMeaning seatType={seatType} /> },
        {
          title: t('reports:column.category'),
          cell: ({ category }) =>
            category ? t(`meritpages:category.${category as Category}`) : t('reports:category.none'),
        },
        { title: t('reports:column.admitted-on'), cell: ({ admittedAt }) => admittedAt, isShort: true },
        data.lines.some(({ awaited }) => awaited.length > 0) && {
          title: t('reports:column.awaited'),
          cell: ({ awaited }) =>
            awaited.length
              ? awaited.map(({ kind, status }) => (
                  <div key={kind}>
                    {t(`documents:kind.${kind as 'caste-validity'}`)} {status && <StatusTag status={status} />}
                  </div>
                ))
              : null,
        },
        { title: t('reports:column.verdict'), cell: (line) => <Verdict line={line} /> },
      ]}
    />
  )
}

const tones = { checked: 'done', objected: 'fix', waiting: 'wait' } as const

/** The verdict in force, with who gave it, the reason of an objection, and what the institute answered. */
function Verdict({ line: { userId, verdict, reason, checkedBy, checkedAt, answer, answeredAt } }: { line: Line }) {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <Tag tone={tones[verdict ?? 'waiting']}>{t(`reports:verdict.${verdict ?? 'waiting'}`)}</Tag>
      {reason !== null && (
        <Written as="p" className={styles.words}>
          {reason}
        </Written>
      )}
      {checkedBy && checkedAt && <p className="hint">{t('reports:approval.by', { name: checkedBy, at: checkedAt })}</p>}
      {answer !== null && (
        <p>
          <b>{t('reports:approval.answered-on', { at: answeredAt! })}</b> <Written>{answer}</Written>
        </p>
      )}
      {data.mayCheck && (
        <p>
          <a href={href(cellBase, 'approvals/:code/:userId', { code: data.code, userId })}>
            {t(answer === null ? 'reports:approval.object' : 'reports:approval.decide-again')}
            <VisuallyHidden> {userId}</VisuallyHidden>
          </a>
        </p>
      )}
    </>
  )
}
