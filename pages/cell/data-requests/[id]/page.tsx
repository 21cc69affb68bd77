import { KeptTable } from '#pages/parts/privacy/KeptTable.tsx'
import { RequestTag } from '#pages/parts/privacy/RequestTag.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { requestRules } from '#server/domain/privacy/requests.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** One request about personal data, and the answer to it. */
export default function Page() {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  const { number, kind, text, state, userId, fullName, record, filedAt, dueAt, answer, outcome, verdict, decidedAt } =
    data
  return (
    <>
      <Breadcrumb
        trail={[{ title: t('staff:menu.data-requests'), href: href(cellBase, 'data-requests') }, { title: number }]}
      />
      <h1>{number}</h1>
      <Card>
        <div className="heading">
          <h2>{t(`dataoffice:kind.${kind}`)}</h2>
          <RequestTag state={state} />
        </div>
        <Facts
          facts={[
            { label: t('shell:application-id'), value: userId },
            { label: t('mydata:paper.name'), value: fullName, isWritten: true },
            { label: t('dataoffice:request.record'), value: t(`kept:class.${record}`) },
            { label: t('dataoffice:request.filed'), value: formatDateTime(filedAt, language) },
            state === 'open' && { label: t('dataoffice:request.due'), value: formatDateTime(dueAt, language) },
            { label: t('dataoffice:request.asked'), value: text, isWritten: true },
            answer !== null && { label: t('mydata:requests.answer'), value: answer, isWritten: true },
            decidedAt !== null && {
              label: t('dataoffice:request.answered', { at: formatDateTime(decidedAt, language) }),
              value: t(`mydata:state.${state}`),
            },
          ]}
        />
      </Card>
      {outcome && (
        <Card title={t('dataoffice:request.verdict')}>
          <KeptTable outcome={outcome} />
        </Card>
      )}
      {verdict && verdict !== 'money-pending' && (
        <Card title={t('dataoffice:request.verdict')}>
          <KeptTable outcome={verdict} />
        </Card>
      )}
      {state === 'open' && <Answer />}
    </>
  )
}

function Answer() {
  const { data, language } = useView<typeof load>()
  const t = useT()
  const { kind, verdict, isErasable, erasableAt } = data
  const isErasure = kind === 'erasure'
  const mayBeDone = !isErasure || (isErasable && verdict !== 'money-pending')
  const outcomes = mayBeDone ? (['done', 'refused'] as const) : (['refused'] as const)
  return (
    <Card tone="narrow" title={t('dataoffice:request.answer')}>
      {verdict === 'money-pending' && <Banner tone="warn">{t('dataoffice:request.money')}</Banner>}
      {isErasure && !isErasable && (
        <Banner tone="info">{t('dataoffice:request.wait', { at: formatDateTime(erasableAt, language) })}</Banner>
      )}
      <Form submit={t('dataoffice:request.submit')} name="answer">
        <Field
          kind="textarea"
          name="text"
          label={t('dataoffice:request.text')}
          required
          rows={6}
          maxLength={requestRules.maxCharacters}
        />
        <Field
          kind="radios"
          name="outcome"
          label={t('dataoffice:request.outcome')}
          required
          options={outcomes.map((outcome) => ({
            value: outcome,
            label: t(isErasure && outcome === 'done' ? 'dataoffice:outcome.erase' : `dataoffice:outcome.${outcome}`),
            hint: t(
              isErasure && outcome === 'done' ? 'dataoffice:request.final' : `dataoffice:outcome.${outcome}.hint`,
            ),
          }))}
        />
      </Form>
    </Card>
  )
}
