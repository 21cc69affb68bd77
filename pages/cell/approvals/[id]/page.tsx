import { checkVerdicts } from '../../../../server/domain/admission/tally'
import type { Category } from '../../../../server/domain/application/form/claims'
import { CsvDownload } from '../../../parts/desk/CsvDownload'
import { Disclosure } from '../../../ui/data/Disclosure'
import { Facts } from '../../../ui/data/Facts'
import { Pager } from '../../../ui/data/Pager'
import { Button } from '../../../ui/form/Button'
import { Field } from '../../../ui/form/Field'
import { Form } from '../../../ui/form/Form'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'

type Line = NonNullable<ReturnType<typeof load>>['lines'][number]

/** An institute's approval list, and the second check of each admission. */
export default function Page() {
  const { cellBase, data } = useView<() => NonNullable<ReturnType<typeof load>>>()
  const t = useT()
  const { code, name, lines, page, pages } = data
  return (
    <>
      <h1>{t('reports:approval.title')}</h1>
      <p className="lead">
        {code} {name}
      </p>
      {lines.length === 0 && <p>{t('reports:approval.none')}</p>}
      <ul className="entries">
        {lines.map((line) => (
          <li key={line.id}>
            <Admission line={line} />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} at={(at) => href(cellBase, 'approvals/:id', { id: code }, { page: at })} />
      <div className="actions">
        <Button href={href(cellBase, 'approvals')} kind="quiet">
          {t('reports:approval.back')}
        </Button>
        {lines.length > 0 && (
          <Button href={href(cellBase, 'approvals/:id/list.pdf', { id: code })} kind="quiet">
            {t('reports:approval.pdf')}
          </Button>
        )}
      </div>
      {lines.length > 0 && (
        <CsvDownload
          address={href(cellBase, 'approval-list.csv')}
          label={t('reports:approval.csv')}
          fields={{ institute: code }}
        />
      )}
    </>
  )
}

function Admission({ line }: { line: Line }) {
  const { data } = useView<() => NonNullable<ReturnType<typeof load>>>()
  const t = useT()
  const { id, userId, fullName, verdict, reason, checkedBy, checkedAt, awaited } = line
  const by = checkedBy && checkedAt ? t('reports:approval.by', { name: checkedBy, at: checkedAt }) : null
  return (
    <>
      <div className="head">
        <b>{fullName}</b>
        <code>{userId}</code>
      </div>
      <Facts
        facts={[
          { label: t('reports:approval.course'), value: line.course },
          { label: t('reports:column.seat'), value: line.seatType },
          {
            label: t('reports:column.category'),
            value: line.category ? t(`meritpages:category.${line.category as Category}`) : t('reports:category.none'),
          },
          { label: t('reports:column.admitted-on'), value: line.admittedAt },
          awaited.length > 0 && {
            label: t('reports:column.awaited'),
            value: awaited.map((kind) => t(`documents:kind.${kind as 'caste-validity'}`)).join(', '),
          },
          {
            label: t('reports:column.verdict'),
            value: [t(`reports:verdict.${verdict ?? 'waiting'}`), by].filter(Boolean).join(' · '),
          },
          reason !== null && { label: t('reports:approval.reason'), value: reason },
        ]}
      />
      {data.mayCheck && (
        <Disclosure kind="inline" summary={t('reports:approval.judge', { userId })}>
          <Form submit={t('reports:approval.save')} name={`check-${id}`} kind="quiet">
            <input type="hidden" name="admission" value={id} />
            <Field
              kind="radios"
              name="verdict"
              label={t('reports:approval.verdict')}
              value={verdict ?? undefined}
              options={checkVerdicts.map((value) => ({ value, label: t(`reports:verdict.${value}`) }))}
              required
            />
            <Field
              kind="textarea"
              name="reason"
              label={t('reports:approval.reason')}
              hint={t('reports:approval.reason-hint')}
              rows={2}
              maxLength={300}
              value={reason ?? undefined}
            />
          </Form>
        </Disclosure>
      )}
    </>
  )
}
