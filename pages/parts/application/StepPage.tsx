import { Findings } from '#pages/parts/scrutiny/Findings.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Countdown } from '#pages/ui/data/Countdown.tsx'
import { href } from '#pages/ui/href.ts'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { Onward } from './Onward'
import { ReadOnlyStep } from './ReadOnlyStep'
import { StepForm } from './StepForm'
import type { loadStep } from './step'
import styles from './step.module.css'

/** A step of questions: its form or its saved answers, and the deadline. */
export function StepPage() {
  const { base, data } = useView<typeof loadStep>()
  const t = useT()
  const title = t(`signedin:menu.${data.slug}`)
  const asks = data.sections.some(({ questions }) => questions.length > 0)
  const trail = [
    { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
    { title: t('signedin:step', { step: data.step + 1 }) },
  ]
  return (
    <>
      <Breadcrumb trail={trail} />
      <h1>{title}</h1>
      {data.closed === null && asks && (
        <p className="lead">
          {t(`steps:lead.${data.slug}`)} {t('shell:form.mandatory')}
        </p>
      )}
      {data.closed !== null && (
        <Banner tone="warn" title={t('steps:closed.title')}>
          {data.closed}
        </Banner>
      )}
      {data.isToCorrect && (
        <Banner tone="error" title={t('steps:correct.title')}>
          {t(data.closed === null ? 'steps:correct.text' : 'steps:correct.over')}
          <Findings found={data.found} />
        </Banner>
      )}
      <div className={`cols ${styles.page}`}>
        <div>
          {data.closed === null ? (
            <StepForm />
          ) : (
            <>
              <ReadOnlyStep />
              <div className="actions">
                <Onward />
              </div>
            </>
          )}
        </div>
        <Beside />
      </div>
    </>
  )
}

function Beside() {
  const { data, language } = useView<typeof loadStep>()
  const t = useT()
  const { deadline, saved, isComplete, isSubmitted } = data
  const savedWords = saved
    ? t(isComplete ? 'steps:saved.at' : 'steps:saved.reopened', { at: saved })
    : t('steps:saved.never')
  if (data.closed !== null) return saved && <p className="hint">{savedWords}</p>
  return (
    <aside aria-label={t('steps:beside')}>
      <Card title={t(isSubmitted ? 'steps:deadline.change' : 'steps:deadline.title')}>
        <div className="stack">
          {deadline === null ? (
            <p>{t('steps:deadline.none')}</p>
          ) : (
            <>
              <p>{formatDateTime(deadline, language)}</p>
              <Countdown until={deadline} isAfterDate />
            </>
          )}
          <p>{savedWords}</p>
          <p>{t('steps:saved.about')}</p>
        </div>
      </Card>
    </aside>
  )
}
