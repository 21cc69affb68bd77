import { useCallback, useEffect, useState } from 'react'
import { versionAddress } from '#pages/ui/addresses.ts'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import type { TagTone } from '#pages/ui/data/Tag.tsx'
import { TaskList } from '#pages/ui/data/TaskList.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { type CheckName, checkNames, type Finding, look } from './checks'

type Findings = Partial<Record<CheckName, Finding>>

/** Visitors of this page are logged in, so cookies work; this needs no JavaScript. */
const proved: Findings = { cookies: { state: 'fine', text: 'fine' } }

const tones: Record<Finding['state'], TagTone> = { fine: 'done', limited: 'warn', broken: 'fix' }

/** "Check your device": the features that the form needs. Source: rules §10.6. */
export default function Page() {
  const { base } = useView()
  const t = useT()
  const isHydrated = useHydrated()
  const { findings, check } = useFindings(base)
  const title = t('signedin:title.test')
  const taskOf = (name: CheckName) => {
    const finding = findings[name]
    const about = t(`application:test.${name}.about`)
    const found = finding && t(`application:test.${name}.${finding.text}` as TextKey, finding.values)
    const unknown = t(isHydrated ? 'application:test.running' : 'application:test.unchecked')
    return {
      title: t(`application:test.${name}`),
      note: found ? `${about} ${found}` : about,
      tag: finding
        ? { tone: tones[finding.state], text: t(`application:test.state.${finding.state}`) }
        : { tone: 'wait' as const, text: unknown },
    }
  }
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('application:test.lead')}</p>
      <noscript>
        <Banner tone="info" title={t('application:test.no-script.title')}>
          {t('application:test.no-script.text')}
        </Banner>
      </noscript>
      <Card title={t('application:test.title')} tone="narrow">
        <TaskList tasks={checkNames.map(taskOf)} />
        <div className="actions">
          {isHydrated && (
            <Button type="button" kind="quiet" onClick={check}>
              {t('application:test.again')}
            </Button>
          )}
          <Button href={href(base, 'dashboard')} kind="quiet">
            {t('application:test.to-dashboard')}
          </Button>
        </div>
      </Card>
    </>
  )
}

function useFindings(base: string): { findings: Findings; check(): void } {
  const [findings, setFindings] = useState<Findings>(proved)
  const check = useCallback(() => {
    setFindings({})
    for (const name of checkNames) {
      void look(name, versionAddress(base, Date.now())).then((finding) =>
        setFindings((before) => ({ ...before, [name]: finding })),
      )
    }
  }, [base])
  useEffect(check, [check])
  return { findings, check }
}
