import { Tag, type TagTone } from '#pages/ui/data/Tag.tsx'
import { useT } from '#pages/ui/view.ts'
import type { OfferState } from '#server/domain/admission/offer.ts'

const tones: Readonly<Record<OfferState, TagTone>> = {
  'to-verify': 'wait',
  'in-grievance': 'wait',
  'to-decide': 'wait',
  'to-pay': 'wait',
  paying: 'wait',
  'in-grace': 'wait',
  held: 'wait',
  'to-report': 'todo',
  admitted: 'done',
  'not-accepted': 'fix',
  'not-reported': 'warn',
  ended: 'fix',
}

/** The state of a seat as its institute reads it. */
export function StateTag({ state }: { state: OfferState }) {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`reporting:state.${state}`)}</Tag>
}
