import { type ReactNode, useRef, useState } from 'react'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { FactList, type Screen } from './CheckScreen'
import styles from './checking.module.css'
import { useFirstFault } from './first-fault'
import { usePressKeys } from './keys'
import { VerdictRadios } from './VerdictRadios'

/** A verdict that an officer can choose. `effect`: what it leads to, in words. `fields`: what it needs. */
type VerdictChoice = { value: string; label: string; effect: string; isRefusal?: boolean; fields?: ReactNode }

type DecidingProps = Screen & {
  head: ReactNode
  /** The name of the field of the verdict. */
  field: string
  legend: string
  /** The first one has the key A, the second D, a third U. */
  verdicts: readonly VerdictChoice[]
  /** The address of the next case that waits; null if there is none. */
  next: string | null
  /** Below the verdict: fields that go with every verdict. */
  below?: ReactNode
  hidden?: ReactNode
  children: ReactNode
}

const keys = ['a', 'd', 'u']

/** One verdict on a whole case, with its reason: a certificate, a grievance, an admission. */
export function Deciding({ keyMap, head, field, legend, verdicts, next, ...parts }: DecidingProps) {
  const { form: cameBack } = useView()
  const t = useT()
  const isHydrated = useHydrated()
  const box = useRef<HTMLDivElement>(null)
  const [chosen, choose] = useState<string | undefined>(cameBack?.values[field])
  usePressKeys({
    keys: {
      ...Object.fromEntries(
        verdicts.map(({ value }, place) => [keys[place], `input[name="${field}"][value="${value}"]`]),
      ),
      f: cameBack?.confirm ? 'button[name=agreed]' : '[data-finish]',
      n: '[data-next]',
    },
    box,
    isOn: keyMap.isOn,
    help: keyMap.toggle,
  })
  useFirstFault()
  return (
    <div className={styles.form} ref={box}>
      {head}
      <Form
        submit={<span data-finish>{t('scrutiny:decide')}</span>}
        name="verdicts"
        kind={cameBack?.confirm ? 'quiet' : 'primary'}
        beside={<NextCase {...{ next, keyMap }} />}
      >
        {parts.hidden}
        <FactList>{parts.children}</FactList>
        <div className={styles.bar}>
          <VerdictRadios
            {...{ field, legend, chosen }}
            verdicts={verdicts.map(({ value, label, isRefusal }, place) => ({
              value,
              label: (
                <>
                  {label} <kbd>{keys[place]!.toUpperCase()}</kbd>
                </>
              ),
              isRefusal,
            }))}
            onChoose={choose}
          />
          {verdicts.map(
            ({ value, effect, fields }) =>
              (!isHydrated || chosen === value) && (
                <div key={value} data-for={value} className={styles.effect}>
                  <p role="status">{effect}</p>
                  {fields}
                </div>
              ),
          )}
          {parts.below && <div data-for-all>{parts.below}</div>}
          <Confirm />
          {next !== null && <Field kind="checkbox" name="onward" label={t('scrutiny:onward-case')} value="true" />}
        </div>
      </Form>
    </div>
  )
}

/** Leads to the next case, without a decision on this one. */
export function NextCase({ next, keyMap }: { next: string | null } & Pick<Screen, 'keyMap'>) {
  const t = useT()
  const isHydrated = useHydrated()
  return (
    <>
      {next !== null && (
        <Button kind="quiet" href={next} data-next>
          {t('scrutiny:next-case')} <kbd>N</kbd>
        </Button>
      )}
      {isHydrated && (
        <Button type="button" kind="quiet" onClick={keyMap.toggle} aria-expanded={keyMap.isOpen}>
          <kbd>?</kbd> {t('scrutiny:keys.button')}
        </Button>
      )}
    </>
  )
}

/** A case that is decided, or that this officer may only read. */
export function Decided({
  head,
  next,
  keyMap,
  said,
  children,
}: Pick<Screen, 'keyMap'> & { head: ReactNode; next: string | null; said: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  usePressKeys({ keys: { n: '[data-next]' }, box, isOn: keyMap.isOn, help: keyMap.toggle })
  return (
    <div className={styles.form} ref={box}>
      {head}
      <FactList>{children}</FactList>
      <div className={styles.bar}>
        <div>{said}</div>
        <div className="actions">
          <NextCase {...{ next, keyMap }} />
        </div>
      </div>
    </div>
  )
}
