import { StateTag, Thread } from '#pages/parts/grievances/Thread.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

type Own = DataOf<typeof load>['mine'][number]

/** Complaints about how the admission is run: their numbers for everybody, and a candidate's own. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { figures, isLoggedIn, mine, mayComplain, notNow } = data
  return (
    <>
      {isLoggedIn && (
        <Breadcrumb
          trail={[
            { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
            { title: t('complaints:title') },
          ]}
        />
      )}
      <h1>{t('complaints:title')}</h1>
      <p className="lead">{t('complaints:lead', { days: data.within })}</p>
      <Card title={t('complaints:figures')}>
        <Facts
          layout="pairs"
          facts={[
            ...(['received', 'decided', 'inTime', 'waiting'] as const).map((name) => ({
              label: t(`complaints:${name}`),
              value: figures[name],
            })),
            figures.oldest !== null && { label: t('complaints:oldest'), value: figures.oldest },
          ]}
        />
      </Card>
      {!isLoggedIn && (
        <p>
          <a href={href(base, 'login')}>{t('complaints:login')}</a>
        </p>
      )}
      {mine.map((one) => (
        <Complaint key={one.id} {...one} />
      ))}
      {mayComplain ? <NewComplaint /> : notNow && <Banner tone="info">{notNow}</Banner>}
    </>
  )
}

function Complaint(one: Own) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { id, number, state, dueAt, isOverdue } = one
  const { phone } = data
  return (
    <Card>
      <div className="heading">
        <h2>{number}</h2>
        <StateTag state={state} />
      </div>
      {isOverdue ? (
        <Banner
          tone="warn"
          title={t('complaints:overdue', { by: dueAt })}
          action={phone && <a href={phone.href}>{t('complaints:call', { phone: phone.text })}</a>}
        >
          {t('complaints:overdue-about', { number })}
        </Banner>
      ) : (
        <p>{state === 'open' ? t('complaints:by', { by: dueAt }) : t(`thread:complaint.${state}`)}</p>
      )}
      <Thread
        grievance={one}
        candidate={t('thread:thread.you')}
        fileAddress={(file) => href(base, 'grievancy/file/:grievance-:file', { grievance: id, file })}
      />
      {state === 'open' && (
        <Form submit={t('thread:reply.submit')} kind="quiet" name={`complaint-${id}`}>
          <input type="hidden" name="grievance" value={id} />
          <Words label={t('complaints:add')} />
        </Form>
      )}
    </Card>
  )
}

function NewComplaint() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone="narrow" title={t('complaints:new')}>
      <Form submit={t('complaints:submit')} name="new-complaint">
        <input type="hidden" name="type" value="process" />
        <Words label={t('complaints:text')} />
        <p className="hint">{t('complaints:consequence', { by: data.by })}</p>
      </Form>
    </Card>
  )
}

function Words({ label }: { label: string }) {
  const { data } = useView<typeof load>()
  const t = useT()
  const { most } = data
  return (
    <Field
      kind="textarea"
      name="text"
      label={label}
      hint={t('thread:text-hint', { max: most })}
      required
      rows={6}
      maxLength={most}
    />
  )
}
