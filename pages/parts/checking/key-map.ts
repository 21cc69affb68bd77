import { useEffect, useState } from 'react'
import { stored } from '#pages/ui/browser/stored.ts'

const [offKey, seenKey] = ['desk-keys-off', 'desk-keys-seen']
const device = () => stored(() => localStorage)

/**
 * Whether this device wants keys, and whether the list of them is open: at once on the first form that its officer judges on a wide screen. Letters as
 * keys can be switched off, because speech input types them too (WCAG 2.1.4).
 */
export function useKeyMap(isJudging: boolean) {
  const [isOn, setOn] = useState(true)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const kept = device()
    setOn(kept.get(offKey) === null)
    // On a narrow screen it would cover what is to be judged.
    if (isJudging && kept.get(seenKey) === null && matchMedia('(min-width: 900px)').matches) {
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
