import { type ReactNode, useMemo, useRef } from 'react'
import {
  Head as CheckHead,
  CheckScreen,
  FactList,
  type Files,
  type Screen,
} from '#pages/parts/checking/CheckScreen.tsx'
import styles from '#pages/parts/checking/checking.module.css'
import { JudgedFact } from '#pages/parts/checking/JudgedFact.tsx'
import { Judging } from '#pages/parts/checking/Judging.tsx'
import { judgingKeys } from '#pages/parts/checking/KeyMap.tsx'
import { usePressKeys } from '#pages/parts/checking/keys.ts'
import { type Given, outcomeLines, previewOf } from '#pages/parts/checking/outcome.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** A form under scrutiny: judged by the officer who holds it, read by others. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { userId, facts, isMine, isFree } = data
  const files = useMemo(
    (): Files => ({
      fileAt: ({ kind, uploadedAt }) =>
        href(cellBase, 'scrutiny/:userId/file/:name', { userId, name: kind }, { at: uploadedAt }),
      pageAt: ({ kind, uploadedAt }, page) =>
        href(
          cellBase,
          'scrutiny/:userId/file/:name/:page',
          { userId, name: kind, page: String(page) },
          { at: uploadedAt },
        ),
    }),
    [cellBase, userId],
  )
  return (
    <CheckScreen
      {...{ facts, files }}
      startAt={facts.find(({ verdict }) => !verdict)?.name}
      keys={isMine ? judgingKeys : isFree ? ['pick-up'] : []}
      isWork={isMine}
      opened={isMine ? data.opened : undefined}
    >
      {(screen) =>
        isMine ? (
          <Judging
            {...screen}
            {...{ facts, files }}
            version={data.version}
            head={(progress) => <Head progress={progress} />}
            resultOf={(given) => resultOf(given)}
            beside={
              <Button kind="quiet" name="intent" value="release">
                {t('scrutiny:release')}
              </Button>
            }
          >
            <Field
              kind="checkbox"
              name="onward"
              label={t('scrutiny:onward')}
              value={data.goesOn ? 'true' : undefined}
            />
          </Judging>
        ) : (
          <Reading {...screen} files={files} />
        )
      }
    </CheckScreen>
  )

  /** The result of finishing now, once something can be said of it. */
  function resultOf(given: Given) {
    const { judged, failed, conclusion } = previewOf(data, given)
    if (!failed && judged < facts.length) return null
    return { title: t(`scrutiny:preview.${conclusion.kind}`), lines: outcomeLines(conclusion, t, data.awaited) }
  }
}

/** The candidate, the version, and how far the officer has come. */
function Head({ progress }: { progress?: ReactNode }) {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { userId, fullName, version, submitted, officer } = data
  return (
    <CheckHead
      back={{ title: t('staff:menu.scrutiny'), href: href(cellBase, 'scrutiny') }}
      id={userId}
      name={fullName}
      progress={progress}
    >
      {t('scrutiny:version', { version, at: submitted })}
      {officer && ` · ${t('scrutiny:assigned', { officer })}`}
    </CheckHead>
  )
}

/** The form of somebody else, or of nobody: to be read, and picked up if it is free. */
function Reading({ current, keyMap, onShow, files }: Screen & { files: Files }) {
  const { data } = useView<typeof load>()
  const t = useT()
  const bar = useRef<HTMLDivElement>(null)
  usePressKeys({ keys: { f: 'form[data-form=pick-up] button' }, box: bar, isOn: keyMap.isOn, help: keyMap.toggle })
  const { isFree, holder, facts, queue } = data
  return (
    <div className={styles.form}>
      <Head />
      <FactList>
        {facts.map((fact) => (
          <JudgedFact key={fact.name} {...{ fact, files, onShow }} chosen={null} isCurrent={fact.name === current} />
        ))}
      </FactList>
      <div className={styles.bar} ref={bar}>
        {isFree ? (
          <>
            <p>{t('scrutiny:pick-up.about')}</p>
            <Form submit={t('scrutiny:pick-up')} name="pick-up">
              <input type="hidden" name="intent" value="pick-up" />
            </Form>
          </>
        ) : data.mayTakeOver ? (
          <>
            <p>{t('scrutiny:take-over.about', { holder: holder! })}</p>
            <Form submit={t('scrutiny:take-over')} name="take-over">
              <input type="hidden" name="intent" value="take-over" />
            </Form>
          </>
        ) : (
          <p>
            {holder ? t('scrutiny:held-by-other', { holder, since: data.held }) : t('scrutiny:not-waiting')}{' '}
            {t(`scrutiny:queue.${queue}`)}
          </p>
        )}
      </div>
    </div>
  )
}
