import type { ReactNode } from 'react'
import { ToCorrect } from '#pages/parts/scrutiny/ToCorrect.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Countdown } from '#pages/ui/data/Countdown.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { askedNames } from '#server/domain/application/form/asked.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { Onward } from './Onward'
import { ReadOnlyStep } from './ReadOnlyStep'
import { StepForm } from './StepForm'
import { StepHead } from './StepHead'
import type { loadStep } from './step'
import styles from './step.module.css'

/** A step of questions: its form or its saved answers, and the deadline. `notice`: what comes first, below the title. */
export function StepPage({ notice }: { notice?: ReactNode }) {
  const { data, form } = useView<typeof loadStep>()
  const t = useT()
  const title = t(`signedin:menu.${data.slug}`)
  /** The questions beside which their findings stand. */
  const shown =
    data.closed === null
      ? askedNames({ step: data.slug, sections: data.sections }, { [data.slug]: form?.values ?? data.values })
      : new Set<string>()
  const asks = data.sections.some(({ questions }) => questions.length > 0)
  return (
    <>
      <StepHead step={data.step} title={title} />
      {notice}
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
        <ToCorrect
          found={data.found}
          isClosed={data.closed !== null}
          placeOf={(field) => (shown.has(field) ? fieldId(field) : null)}
        />
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
  const { deadline, saved, savedWords, isSubmitted } = data
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
          {/* Once, where the form begins. */}
          {data.step === 0 && <p>{t('steps:saved.about')}</p>}
        </div>
      </Card>
    </aside>
  )
}
