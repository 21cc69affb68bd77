import { useEffect, useState } from 'react'
import { stored } from '#pages/ui/browser/stored.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT } from '#pages/ui/view.ts'
import styles from './checking.module.css'

const [offKey, seenKey] = ['desk-keys-off', 'desk-keys-seen']
const device = () => stored(() => localStorage)

/**
 * Whether this device wants keys, and whether the list of them is open: at once on the first form that its officer judges. Letters as
 * keys can be switched off, because speech input types them too (WCAG 2.1.4).
 */
export function useKeyMap(isJudging: boolean) {
  const [isOn, setOn] = useState(true)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const kept = device()
    setOn(kept.get(offKey) === null)
    if (isJudging && kept.get(seenKey) === null) {
      setOpen(true)
      kept.set(seenKey, 'yes')
    }
  }, [isJudging])
  return {
    isOn,
    isOpen,
    toggle: () => setOpen((open) => !open),
    close: () => setOpen(false),
    want(on: boolean) {
      setOn(on)
      if (on) device().remove(offKey)
      else device().set(offKey, 'yes')
    },
  }
}

/** The keys of judging fact by fact. */
export const judgingKeys = ['J', 'K', 'A', 'D', 'X', 'F'] as const
const viewing = ['P', ',', '.', '+', '-', '0', 'W', 'R', 'Z', '?'] as const
/** Keys whose act has a name of its own. */
const letters = { 'pick-up': 'F', arrived: 'F', verdict: 'A D U', decide: 'F', next: 'N' } as const
/** The keys of one verdict on a whole case. */
export const decidingKeys = ['verdict', 'decide', 'next'] as const
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
