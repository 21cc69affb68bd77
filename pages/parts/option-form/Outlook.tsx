import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { Outlook } from '#server/domain/seats/option-form.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { Head } from './head'
import { countedIn } from './held'
import type { Line } from './lines'

/** Warns if the list is short for the candidate's merit number. */
export function ShortList({ outlook }: { outlook: Outlook | null }) {
  const { base, data } = useView<() => { head: Head }>()
  const t = useT()
  const { head } = data
  // Whoever keeps a seat needs no longer list, and a locked one cannot be made longer.
  if (!outlook?.isShort || !head.count || !head.mayChange || head.held) return null
  const own = head.merit.state ?? head.merit.allIndia ?? 0
  const number = formatCount(own)
  return (
    <Banner
      tone="warn"
      title={t('options:short.title')}
      action={
        head.mayChange && (
          <a href={href(base, 'option-form/select-institutes', undefined, { round: head.round })}>
            {t('options:short.more')}
          </a>
        )
      }
    >
      {outlook.inReach === null
        ? t('options:short.seats', { count: outlook.seats, ahead: formatCount(Math.max(0, own - 1)) })
        : t(outlook.inReach === 0 ? 'options:short.reach-none' : 'options:short.reach', {
            count: outlook.inReach,
            number,
            round: head.closedRound ?? 0,
          })}{' '}
      {/* Chances are of the round to come, and count seats that the last one did not have. */}
      {outlook.inReach !== null && head.chances && t('options:short.later', { round: head.round })}
    </Banner>
  )
}

/**
 * The consequences of an allotment from this list; hidden once the result is published. `hasRule`: with the rule by
 * which the order counts.
 */
export function Consequences({ lines: all, hasRule }: { lines: readonly Line[]; hasRule?: boolean }) {
  const { data } = useView<() => { head: Head }>()
  const t = useT()
  const { freezing, isLast, isPublished, round } = data.head
  const lines = all.slice(0, countedIn(all, data.head.held))
  const frozen = lines.slice(0, freezing)
  if (!lines.length || isPublished) return null
  const kind = isLast ? 'final' : 'decide'
  const place = freezing + 1
  const others =
    lines.length === place
      ? t(`options:consequence.${kind}-one`, { place, next: round + 1 })
      : t(`options:consequence.${kind}`, { from: place, to: lines.length, next: round + 1 })
  return (
    <Card title={t('options:consequence.title')}>
      <div className="stack">
        {hasRule && <p>{t('options:order.lead')}</p>}
        {frozen.length > 0 && (
          <>
            <p>{t(frozen.length === 1 ? 'options:consequence.freezes' : 'options:consequence.one-freezes')}</p>
            <ol>
              {frozen.map(({ code, institute }) => (
                <li key={code}>
                  {code} {institute}
                </li>
              ))}
            </ol>
          </>
        )}
        {lines.length > freezing && <p>{others}</p>}
        <p>{t(lines.length === 1 ? 'options:consequence.order-one' : 'options:consequence.order')}</p>
      </div>
    </Card>
  )
}
