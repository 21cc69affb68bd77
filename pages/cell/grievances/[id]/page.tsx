import { grievanceRules } from '../../../../server/domain/scrutiny/grievances'
import { StepTicks } from '../../../parts/grievances/StepTicks'
import { StateTag, Thread } from '../../../parts/grievances/Thread'
import { Card } from '../../../ui/data/Card'
import { Field } from '../../../ui/form/Field'
import { Form } from '../../../ui/form/Form'
import { href } from '../../../ui/href'
import { Banner } from '../../../ui/shell/Banner'
import { Breadcrumb } from '../../../ui/shell/Breadcrumb'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'

/** One grievance: its thread, and the form to answer, refuse or approve it. */
export default function Page() {
  const { cellBase, data } = useView<(...page: Parameters<typeof load>) => NonNullable<ReturnType<typeof load>>>()
  const t = useT()
  const { id, number, type, steps, state, candidate, mayApprove } = data
  return (
    <>
      <Breadcrumb
        trail={[{ title: t('staff:menu.grievances'), href: href(cellBase, 'grievances') }, { title: number }]}
      />
      <h1>{number}</h1>
      <Card>
        <div className="heading">
          <h2>{t(`grievances:type.${type}`)}</h2>
          <StateTag state={state} />
        </div>
        <p>
          {candidate.userId} · {candidate.fullName}
        </p>
        {steps.length > 0 && (
          <p className="hint">
            {t('grievances:steps-named', { steps: steps.map((step) => t(`shell:menu.${step}`)).join(', ') })}
          </p>
        )}
        <Thread
          grievance={data}
          candidate={candidate.fullName}
          fileAddress={(file) => href(cellBase, 'grievances/:id/file/:file', { id, file })}
        />
      </Card>
      {state === 'open' ? (
        <Decision ticked={steps} mayApprove={mayApprove} />
      ) : (
        <Banner tone="info">{t(`grievances:desk.decided.${state}`)}</Banner>
      )}
    </>
  )
}

/** One form for all three decisions; its text goes to the candidate in every case. */
function Decision({ ticked, mayApprove }: { ticked: readonly string[]; mayApprove: boolean }) {
  const t = useT()
  const intents = mayApprove ? (['answer', 'refuse', 'approve'] as const) : (['answer', 'refuse'] as const)
  return (
    <Card tone="narrow" title={t('grievances:desk.decide')}>
      <Form submit={t('grievances:desk.submit')} name="decide">
        <Field
          kind="textarea"
          name="text"
          label={t('grievances:desk.text')}
          hint={t('grievances:text-hint', { max: grievanceRules.maxCharacters })}
          required
          rows={6}
          maxLength={grievanceRules.maxCharacters}
        />
        <Field
          kind="radios"
          name="intent"
          label={t('grievances:desk.intent')}
          required
          options={intents.map((intent) => ({
            value: intent,
            label: t(`grievances:desk.intent.${intent}`),
            hint: t(`grievances:desk.intent.${intent}.hint`),
          }))}
        />
        {mayApprove ? (
          <StepTicks legend={t('grievances:desk.steps')} hint={t('grievances:desk.steps-hint')} ticked={ticked} />
        ) : (
          <Banner tone="warn">{t('grievances:desk.not-confirmed')}</Banner>
        )}
      </Form>
    </Card>
  )
}
