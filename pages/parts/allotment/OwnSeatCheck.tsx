import type { FormEvent } from 'react'
import { SeatLegend } from '#pages/parts/seat-matrix/SeatLegend.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'
import { typedNumber } from '#server/kernel/typed-text.ts'
import type { DossierAnswer } from './dossier-messages'
import { SeatCode } from './seat-name'

type Own = Extract<DossierAnswer, { told: 'own' }>
type Found = NonNullable<Own['own']>
type Higher = Found['higher'][number]
type Line = Pick<Higher, 'choiceCode' | 'preference'> & { pool: Higher['pools'][number] | null }

/** The visitor's own line of a dossier that was checked and found right. Their number stays in the browser. */
export function OwnSeatCheck({ own, ask }: { own: Own | null; ask(list: 'state' | 'all-india', merit: number): void }) {
  const t = useT()
  function find(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    ask(given.get('list') === 'state' ? 'state' : 'all-india', Number(typedNumber(String(given.get('merit')))))
  }
  return (
    <Card title={t('checking:own')}>
      <p>{t('checking:own-about')}</p>
      <form onSubmit={find}>
        <Field
          kind="select"
          name="list"
          label={t('checking:own-list')}
          width="medium"
          value="all-india"
          options={[
            { value: 'all-india', label: t('meritpages:list.all-india') },
            { value: 'state', label: t('meritpages:list.state') },
          ]}
        />
        <Field name="merit" label={t('checking:own-number')} inputMode="numeric" maxLength={8} width="short" required />
        <Button kind="quiet">{t('checking:own-go')}</Button>
      </form>
      <div role="status" aria-live="polite">
        {own && (own.own ? <Seat found={own.own} /> : <p>{t('checking:own-none')}</p>)}
      </div>
    </Card>
  )
}

function Seat({ found }: { found: Found }) {
  const t = useT()
  const { seat, choices, types, higher } = found
  const lines = higher.flatMap(({ choiceCode, preference, pools }): Line[] =>
    pools.length ? pools.map((pool) => ({ choiceCode, preference, pool })) : [{ choiceCode, preference, pool: null }],
  )
  return (
    <>
      <Facts
        facts={[
          { label: t('checking:own-fact.seat'), value: seat ? words(seat, t) : t('checking:own-no-seat') },
          { label: t('checking:own-fact.choices'), value: choices },
          { label: t('checking:own-fact.types'), value: types.join(', ') },
        ]}
      />
      {(seat || higher.length > 0) && (
        <Banner tone="ok">{t(higher.length ? 'checking:own-right' : 'checking:own-first')}</Banner>
      )}
      {lines.length > 0 && (
        <Table
          caption={t('checking:own')}
          columns={[
            {
              title: t('checking:own-column.choice'),
              cell: ({ choiceCode, preference }) => `${preference}. ${choiceCode}`,
            },
            {
              title: t('checking:own-column.type'),
              cell: ({ pool }) => (pool ? <SeatCode seatType={pool.seatType} /> : t('checking:own-no-pool')),
            },
            {
              title: t('checking:own-column.last'),
              cell: ({ pool }) => pool && (pool.last ?? t('checking:own-nobody')),
              isFigure: true,
            },
            { title: t('checking:own-column.you'), cell: ({ pool }) => pool?.own ?? null, isFigure: true },
          ]}
          rows={lines}
          keyOf={({ choiceCode, pool }) => `${choiceCode} ${pool?.seatType}`}
        />
      )}
      <SeatLegend />
    </>
  )
}

const words = (
  { choiceCode: code, seatType: type, preference, stage, retained }: NonNullable<Found['seat']>,
  t: ReturnType<typeof useT>,
) =>
  retained
    ? t('checking:own-kept', { code, type })
    : t('checking:own-seat', { code, type, preference: preference ?? '–', stage })
