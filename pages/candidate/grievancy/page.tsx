import { StepTicks } from '#pages/parts/grievances/StepTicks.tsx'
import { StateTag, Thread } from '#pages/parts/grievances/Thread.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Countdown } from '#pages/ui/data/Countdown.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { FileField } from '#pages/ui/form/FileField.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { toldBy } from '#pages/ui/told.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { filedTypes, grievanceRules } from '#server/domain/scrutiny/grievances.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { load } from './page.server'

type Own = DataOf<typeof load>['grievances'][number]

const fileTypes = 'application/pdf,image/jpeg,image/png,image/webp,image/*'

/** The candidate's grievances about the provisional merit list. Each can be reopened once. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:title.grievancy')
  const { grievances, mayFile, notNow, closesAt } = data
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('grievances:lead')}</p>
      {grievances.map((grievance) => (
        <GrievanceCard key={grievance.id} grievance={grievance} />
      ))}
      {mayFile ? <NewGrievanceForm closesAt={closesAt} /> : notNow && <Banner tone="info">{notNow}</Banner>}
    </>
  )
}

function GrievanceCard({ grievance }: { grievance: Own }) {
  const { base, session } = useView()
  const t = useT()
  const { id, number, type, steps, state, mayReopen } = grievance
  return (
    <Card>
      <div className="heading">
        <h2>
          {t(`grievances:type.${type}`)} {number}
        </h2>
        <StateTag state={state} />
      </div>
      <p>
        {t(
          state === 'approved' && type === 'self-verification'
            ? 'grievances:state.approved.about-facts'
            : `grievances:state.${state}.about`,
          toldBy(t, session),
        )}
      </p>
      {steps.length > 0 && (
        <p className="hint">
          {t('grievances:steps-named', { steps: steps.map((step) => t(`signedin:menu.${step}`)).join(', ') })}
        </p>
      )}
      <Thread
        grievance={grievance}
        candidate={t('thread:thread.you')}
        fileAddress={(file) => href(base, 'grievancy/file/:grievance-:file', { grievance: id, file })}
      />
      {(state === 'open' || mayReopen) && (
        <Form
          submit={t(mayReopen ? 'grievances:reopen.submit' : 'thread:reply.submit')}
          kind={mayReopen ? 'primary' : 'quiet'}
          name={`grievance-${id}`}
          hasFiles
        >
          <input type="hidden" name="grievance" value={id} />
          {mayReopen && <input type="hidden" name="reopen" value="true" />}
          {mayReopen && <p>{t('grievances:reopen.about')}</p>}
          <Words label={t(mayReopen ? 'grievances:reopen.text' : 'grievances:reply.text')} isOptional={!mayReopen} />
        </Form>
      )}
    </Card>
  )
}

function NewGrievanceForm({ closesAt }: { closesAt: number | null }) {
  const { language } = useView()
  const t = useT()
  return (
    <Card tone="narrow" title={t('grievances:new.title')}>
      {closesAt !== null && (
        <p className="submit-by">
          {t('grievances:new.until', { time: formatDateTime(closesAt, language) })}{' '}
          <Countdown until={closesAt} isAfterDate />
        </p>
      )}
      <Form submit={t('grievances:new.submit')} name="new-grievance" hasFiles>
        <Field
          kind="radios"
          name="type"
          label={t('grievances:new.type')}
          required
          options={filedTypes.map((type) => ({ value: type, label: t(`grievances:type.${type}`) }))}
        />
        <StepTicks legend={t('grievances:new.steps')} hint={t('grievances:new.steps-hint')} />
        <Words label={t('grievances:new.text')} />
        <p className="hint">{t('grievances:new.consequence')}</p>
      </Form>
    </Card>
  )
}

/** The text and its attachments. The files come last because the server reads the text first. */
function Words({ label, isOptional }: { label: string; isOptional?: boolean }) {
  const t = useT()
  const { maxCharacters, maxFiles } = grievanceRules
  return (
    <>
      <Field
        kind="textarea"
        name="text"
        label={label}
        hint={t('thread:text-hint', { max: maxCharacters })}
        required={!isOptional}
        rows={6}
        maxLength={maxCharacters}
      />
      <FileField
        name="file"
        label={t('grievances:files')}
        hint={t('grievances:files-hint', { max: maxFiles })}
        accept={fileTypes}
        takes="papers"
        multiple
      />
    </>
  )
}
