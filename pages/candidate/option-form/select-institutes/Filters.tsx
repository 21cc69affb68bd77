import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { fieldId } from '#pages/ui/field-id.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { type ChoiceSearch, choiceOrders, highestFee, hostelWishes } from '#server/domain/seats/choice-search.ts'
import { formatRupees } from '#server/i18n/format.ts'
import { noMoney } from '#server/kernel/money.ts'
import styles from './page.module.css'
import type { load } from './page.server'
import { Kept, type tickForm } from './Seek'
import type { SearchInBrowser } from './use-search'

const fees = ['50000', '75000', '100000', '125000', '150000', '200000'] as const
const distances = ['50', '100', '150', '250', '400'] as const

type Asked = keyof ChoiceSearch
type Option = { value: string; label: string }

/**
 * Every filter and the order, each applied as it is chosen; without JavaScript together, by the button. `form`: as in `Way`.
 */
export function Filters({ search: of, form }: { search: SearchInBrowser; form: typeof tickForm | undefined }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const isScripted = useHydrated()
  const { search } = of
  const values = of.loaded?.filters ?? data.filters
  if (!values) return null
  const orders = choiceOrders
    .filter((order) => order !== 'chance' || (isScripted && data.head.chances))
    .filter((order) => order !== 'distance' || data.home)
  const fields: readonly (readonly [Asked, string, readonly Option[]])[] = [
    ['order', t('options:order-by.label'), orders.map((value) => ({ value, label: t(`options:order-by.${value}`) }))],
    [
      'fee',
      t('options:line.fee'),
      fees.map((value) => ({
        value,
        label: t('options:search.fee-up-to', { fee: formatRupees(highestFee(value) ?? noMoney) }),
      })),
    ],
    [
      'hostel',
      t('options:hostel.label'),
      hostelWishes.map((value) => ({ value, label: t(`options:hostel.${value}`) })),
    ],
    ['course', t('options:search.course'), values.courses],
    ['district', t('options:search.district'), values.districts],
    ['university', t('options:search.university'), values.universities],
    ['status', t('options:search.status'), values.statuses],
    [
      'near',
      t('options:distance.label'),
      data.home ? distances.map((near) => ({ value: near, label: t('options:search.near', { near }) })) : [],
    ],
  ]
  return (
    <form method="get" action={href(base, 'option-form/select-institutes')} className={styles.filters}>
      <Kept search={search} but={fields.map(([name]) => name)} />
      <div className="filters">
        {fields
          .filter(([, , options]) => options.length > 1)
          .map(([name, label, options]) => (
            <div className="field" key={name}>
              <label htmlFor={fieldId(name)}>{label}</label>
              <select
                id={fieldId(name)}
                name={name}
                form={form}
                value={search[name] ?? ''}
                onChange={({ currentTarget }) => void of.apply({ ...search, [name]: currentTarget.value })}
              >
                <option value="">{t(name === 'order' ? 'options:order-by.none' : 'options:search.any')}</option>
                {options.map(({ value, label: words }) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </select>
            </div>
          ))}
      </div>
      {isScripted ? (
        <Button type="button" kind="quiet" small onClick={() => void of.toggleFilters()}>
          {t('options:search.done', { count: of.count })}
        </Button>
      ) : (
        <Button kind="quiet" form={form} name={form && 'find'} value={form && 'typed'}>
          {t('options:search.show')}
        </Button>
      )}
    </form>
  )
}
