import { Reply, StateTag } from '#pages/parts/grievances/Thread.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'
import { grievanceRules } from '#server/domain/scrutiny/grievances.ts'
import type { grievancesOfPage } from './verification.server'

type Props = { grievances: ReturnType<typeof grievancesOfPage>; ownHours: number }

/** The grievances that wrong facts raised: what they say, what officers answered, and a reply while one is open. */
export function Grievances({ grievances, ownHours }: Props) {
  const t = useT()
  return grievances.map(({ id, number, state, wrong, thread }) => (
    <Card key={id} title={t('verification:grievance', { number })}>
      <p>
        <StateTag state={state} />
      </p>
      <p>{t(`verification:grievance.${state}`, { count: ownHours })}</p>
      <Table
        caption={t('verification:grievance-facts')}
        rows={wrong}
        keyOf={({ fact }) => fact}
        columns={[
          { title: t('verification:column.fact'), cell: ({ label }) => label },
          { title: t('verification:column.stated'), cell: ({ stated }) => stated },
          { title: t('verification:column.right'), cell: ({ right }) => right },
        ]}
      />
      {thread
        .filter(({ entry }) => entry !== 'filed')
        .map((message) => (
          <div key={message.id}>
            <p>
              <b>{message.officer ? t('thread:thread.officer', { name: message.officer }) : t('thread:thread.you')}</b>
            </p>
            <Reply reply={message.reply} />
          </div>
        ))}
      {state === 'open' && (
        <Form name={`reply-${id}`} kind="quiet" submit={t('thread:reply.submit')}>
          <input type="hidden" name="grievance" value={id} />
          <Field
            kind="textarea"
            name="text"
            label={t('grievances:reply.text')}
            hint={t('thread:text-hint', { max: grievanceRules.maxCharacters })}
            maxLength={grievanceRules.maxCharacters}
          />
        </Form>
      )}
    </Card>
  ))
}
