import { Button } from '#pages/ui/form/Button.tsx'
import { useT } from '#pages/ui/view.ts'
import styles from './checking.module.css'
import type { useKeyMap } from './key-map'

/** The keys of judging fact by fact. */
export const judgingKeys = ['J', 'K', 'fact', 'A', 'D', 'reason', 'leave', 'X', 'F'] as const
const viewing = ['P', ',', '.', '+', '-', '0', 'W', 'R', 'Z', '?'] as const
/** Keys whose act has a name of its own. */
const letters = {
  fact: '1–9',
  'pick-up': 'F',
  arrived: 'F',
  verdict: 'A D U',
  decide: 'F',
  admit: 'F',
  next: 'N',
  reason: '1–9',
  leave: 'Esc',
} as const
/** The keys of one verdict on a whole case. */
export const decidingKeys = ['verdict', 'reason', 'leave', 'decide', 'next'] as const
const names = { ',': 'before', '.': 'after', '+': 'in', '-': 'out', '?': 'help', 0: 'fit' } as const

/** A key of the work on a page, by its name in `scrutiny:key.…`. */
export type KeyName = (typeof judgingKeys)[number] | keyof typeof letters

/** The list of keys: `keys` of the work, then those of the viewer. */
export function KeyMap({
  isOn,
  isOpen,
  close,
  want,
  keys: own,
}: ReturnType<typeof useKeyMap> & { keys: readonly KeyName[] }) {
  const t = useT()
  if (!isOpen) return null
  const keys = [...own, ...viewing]
  return (
    <section className={styles.keys} aria-label={t('scrutiny:keys.title')}>
      <h2>{t('scrutiny:keys.title')}</h2>
      <dl>
        {keys.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key in letters ? letters[key as keyof typeof letters] : key}</kbd>
            </dt>
            <dd>{t(`scrutiny:key.${key in names ? names[key as keyof typeof names] : (key as 'J')}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="check">
        <input
          id="keys-on"
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => want(currentTarget.checked)}
        />
        <label htmlFor="keys-on">{t('scrutiny:keys.on')}</label>
      </p>
      <Button type="button" kind="quiet" small onClick={close}>
        {t('scrutiny:keys.close')}
      </Button>
    </section>
  )
}
