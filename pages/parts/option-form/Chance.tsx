import { classNames } from '#pages/ui/class-names.ts'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Tag, type TagTone } from '#pages/ui/data/Tag.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { Band } from '#server/domain/seats/chances.ts'
import { formatCount } from '#server/i18n/format.ts'
import { useChance } from './chance-table'
import type { Head } from './head'
import type { Line } from './lines'
import styles from './options.module.css'

type WithHead = () => { head: Head }

/** The look of a band. */
export const chanceTone: Readonly<Record<Band, TagTone>> = { likely: 'done', possible: 'wait', unlikely: 'todo' }

/** The band of a choice. Its place is kept free, so that nothing moves when the band arrives. */
export function ChanceTag({ line: { code, isBeyond } }: { line: Pick<Line, 'code' | 'isBeyond'> }) {
  const t = useT()
  const band = useChance(code)?.band ?? (isBeyond ? 'unlikely' : null)
  return (
    <span className={styles.chance}>{band && <Tag tone={chanceTone[band]}>{t(`options:chance.${band}`)}</Tag>}</span>
  )
}

/** The figures behind the band of a choice; nothing where there is none. */
export function ChanceFigures({ line: { code, closings, past } }: { line: Pick<Line, 'code' | 'closings' | 'past'> }) {
  const { data } = useView<WithHead>()
  const t = useT()
  const chance = useChance(code)
  const { chances, closedRound, round } = data.head
  if (!chance || !chances) return null
  const { band, figures } = chance
  const { seatType, list, own, listed, least, most, before, seasons } = figures
  const right = chances.right[band]
  const named = [...closings, ...past].find(({ type }) => type === seatType)?.name ?? seatType
  const closed = (number: number, of: number) =>
    number === 0
      ? t('options:line.seats-left')
      : t('options:chance.of', { number: formatCount(number), listed: formatCount(of) })
  return (
    <section className={styles.why} aria-label={t('options:chance.why')}>
      <p>
        <b>{t(`options:chance.${band}`)}</b> {t(`options:chance.${band}-means`, { round })}
      </p>
      <Facts
        layout="stacked"
        facts={[
          {
            label: t(`options:chance.own-${list}`),
            value: t('options:chance.ahead', {
              number: formatCount(own),
              listed: formatCount(listed),
              count: own - 1,
            }),
          },
          {
            label: t('options:chance.expected', { type: named }),
            value:
              least === most
                ? t('options:chance.near', { number: formatCount(least) })
                : t('options:chance.between', { least: formatCount(least), most: formatCount(most) }),
          },
          before !== null &&
            closedRound !== null && {
              label: t('options:chance.closed', { year: chances.academicYear, round: closedRound }),
              value: closed(before, listed),
            },
          ...seasons.map((season) => ({
            label: t('options:chance.closed', { year: season.academicYear, round }),
            value: closed(season.closed, season.listed),
          })),
        ]}
      />
      {right !== null && (
        <p>
          {t(band === 'possible' ? 'options:chance.right-possible' : 'options:chance.right', {
            right,
            year: chances.tested,
          })}
        </p>
      )}
    </section>
  )
}

/** Says where the bands come from, and leads to the method and the table. Nothing for a round without chances. */
export function ChanceNote() {
  const { base, data } = useView<WithHead>()
  const t = useT()
  const { chances, round } = data.head
  if (!chances) return null
  return (
    <p className={classNames('hint', styles.chanceNote)}>
      {t('options:chance.note')} <a href={href(base, 'chances', undefined, { round })}>{t('options:chance.how')}</a>
    </p>
  )
}
