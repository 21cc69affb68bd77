import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { replyKinds, replyLength } from '#server/domain/scrutiny/replies.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

type Reply = DataOf<typeof load>['replies'][number]

/** The replies that the cell keeps for its staff, in both languages: one can be made, changed and ended. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.reply-templates')}</h1>
      <p className="lead">{t('replies:lead')}</p>
      {replyKinds.map((kind) => {
        const own = data.replies.filter((reply) => reply.kind === kind)
        return (
          <Card key={kind} title={t(`replies:kind.${kind}`)}>
            {own.length === 0 ? (
              <p>{t('replies:none')}</p>
            ) : (
              <ul className="entries">
                {own.map((reply) => (
                  <li key={reply.id}>
                    <Kept reply={reply} />
                  </li>
                ))}
              </ul>
            )}
          </Card>
        )
      })}
      <Card tone="narrow" title={t('replies:new')}>
        <Form submit={t('replies:keep')} name="new">
          <Fields />
        </Form>
      </Card>
    </>
  )
}

function Kept({ reply }: { reply: Reply }) {
  const t = useT()
  const { id, title, textEn, textMr, changed, changedAt } = reply
  return (
    <>
      <div className="head">
        <b>{title}</b>
        <small>{t('replies:changed', { at: changed })}</small>
      </div>
      <div>
        <p lang="en">
          <Tag tone="wait">English:</Tag> {textEn}
        </p>
        <p lang="mr">
          <Tag tone="wait">मराठी:</Tag> {textMr}
        </p>
      </div>
      <Disclosure summary={t('replies:change')} kind="inline">
        <Form submit={t('replies:keep')} kind="quiet" name={`change-${id}`}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="seen" value={changedAt} />
          <Fields reply={reply} />
        </Form>
      </Disclosure>
      <Form submit={t('replies:end')} kind="quiet" name={`end-${id}`}>
        <input type="hidden" name="end" value={id} />
      </Form>
    </>
  )
}

function Fields({ reply }: { reply?: Reply }) {
  const t = useT()
  const of = reply?.id
  return (
    <>
      <Field
        kind="select"
        name="kind"
        of={of}
        label={t('replies:kind')}
        value={reply?.kind}
        required
        options={replyKinds.map((kind) => ({
          value: kind,
          label: t('replies:kind-option', { kind: t(`replies:kind.${kind}`), max: replyLength[kind] }),
        }))}
      />
      <Field
        name="title"
        of={of}
        label={t('replies:title')}
        hint={t('replies:title-hint')}
        value={reply?.title}
        maxLength={80}
        required
      />
      <Field
        kind="textarea"
        name="textEn"
        of={of}
        lang="en"
        rows={3}
        label={t('replies:text-en')}
        value={reply?.textEn}
        maxLength={1000}
        required
      />
      <Field
        kind="textarea"
        name="textMr"
        of={of}
        lang="mr"
        rows={3}
        label={t('replies:text-mr')}
        value={reply?.textMr}
        maxLength={1000}
        required
      />
    </>
  )
}
