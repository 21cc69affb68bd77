import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { ClosingTable } from '#pages/parts/option-form/ClosingTable.tsx'
import type { Everything } from '#pages/parts/option-form/rows.ts'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Icon } from '#pages/ui/data/Icon.tsx'
import { Telephones } from '#pages/ui/data/Telephones.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { ChoiceRow } from '#server/domain/seats/choice-search.ts'
import { formatRupees } from '#server/i18n/format.ts'
import styles from './page.module.css'
import type { load } from './page.server'

const tabs = ['closings', 'fee', 'institute'] as const
type Tab = (typeof tabs)[number]

/** Wide enough for the figures beside the list. */
const isWide = () => matchMedia('(min-width: 1200px)').matches

type SheetProps = {
  row: ChoiceRow
  all: Everything
  isTicked: boolean
  onTick(code: string, isOn: boolean): void
  onClose(): void
}

/** A choice in full: at the side of the list where there is room, otherwise over its lower part. */
export default function Sheet({ row, all, isTicked, onTick, onClose }: SheetProps) {
  const { data } = useView<typeof load>()
  const t = useT()
  const dialog = useRef<HTMLDialogElement>(null)
  const [tab, setTab] = useState<Tab>('closings')
  const id = useId()
  const browser = useBrowser()

  useEffect(() => {
    const element = dialog.current
    if (!element || element.open) return
    if (isWide()) return element.show()
    element.showModal()
    return browser?.navigation.openOver(() => element.close())
  }, [browser])

  const { code, institute, courseName, place, kind } = row
  const isTickable = data.head.mayChange && !data.mine.includes(code)
  const choose = () => {
    const box = document.getElementById(fieldId(`code-${code}`))
    if (box) box.click()
    else onTick(code, !isTicked)
    if (!isWide()) dialog.current?.close()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      // A press beside the sheet closes it.
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      onKeyDown={(event) => event.key === 'Escape' && dialog.current?.close()}
    >
      <div className={styles.sheetHead}>
        <div>
          <h2 id={`${id}-title`}>{institute}</h2>
          <p>{[place, kind, data.courseSigns && courseName, code].filter(Boolean).join(' · ')}</p>
        </div>
        <button
          type="button"
          className={styles.close}
          aria-label={t('options:sheet.close')}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      <Tabs id={id} tab={tab} onTab={setTab} />
      <div className={styles.sheetBody} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {tab === 'closings' && <Closings row={row} all={all} />}
        {tab === 'fee' && <Fee row={row} />}
        {tab === 'institute' && <Institute row={row} all={all} />}
      </div>
      {isTickable && (
        <div className={styles.sheetAct}>
          <Button type="button" kind={isTicked ? 'quiet' : 'primary'} onClick={choose}>
            {t(isTicked ? 'options:sheet.untick' : 'options:sheet.tick')}
          </Button>
        </div>
      )}
    </dialog>
  )
}

function Tabs({ id, tab, onTab }: { id: string; tab: Tab; onTab(tab: Tab): void }) {
  const t = useT()
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]!
    onTab(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label={t('options:sheet.tabs')} onKeyDown={onKey}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`${id}-${one}`}
          aria-controls={`${id}-panel`}
          aria-selected={one === tab}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
        >
          {t(`options:sheet.${one}`)}
        </button>
      ))}
    </div>
  )
}

function Closings({ row, all }: Pick<SheetProps, 'row' | 'all'>) {
  const t = useT()
  const { closings = [], past = [] } = all.figures[row.code] ?? {}
  if (!closings.length && !past.length) return <p>{t('options:line.no-figures')}</p>
  return <ClosingTable line={{ code: row.code, isOffered: true, instituteCode: null, closings, past }} />
}

function Fee({ row: { fee, isWaiver } }: Pick<SheetProps, 'row'>) {
  const t = useT()
  return (
    <>
      <p className={styles.sum}>
        {fee === null ? t('options:sheet.fee-unknown') : <b className="num">{formatRupees(fee)}</b>}{' '}
        {fee !== null && t('options:sheet.a-year')}
      </p>
      <p>{t(isWaiver ? 'options:sheet.fee-waiver' : 'options:sheet.fee-about')}</p>
    </>
  )
}

/** Where the institute is and how to reach it, with the way to its page. */
function Institute({ row, all }: Pick<SheetProps, 'row' | 'all'>) {
  const { base } = useView()
  const t = useT()
  const { instituteCode, universityName, hostel, kind, seats, distance } = row
  const { address, phone, map } = all.institutes[instituteCode]!
  return (
    <>
      <Facts
        layout="stacked"
        facts={[
          { label: t('options:search.status'), value: kind },
          { label: t('options:search.university'), value: universityName, isWritten: true },
          { label: t('options:line.your-seats'), value: t('options:line.seat-count', { count: seats }) },
          hostel && { label: t('options:hostel.label'), value: t(`options:hostel.is-${hostel}`) },
          distance !== null && {
            label: t('options:distance.label'),
            value: distance > 0 ? t('options:distance.about', { kilometres: distance }) : t('options:distance.same'),
          },
          address && { label: t('options:sheet.address'), value: address, isWritten: true },
          phone && { label: t('options:sheet.phone'), value: <Telephones of={phone} /> },
        ]}
      />
      <p className={styles.links}>
        <a href={href(base, 'institude-list/:code', { code: instituteCode })}>{t('options:line.institute')}</a>
        <a href={map} rel="noopener">
          {t('options:sheet.map')}
        </a>
      </p>
    </>
  )
}
