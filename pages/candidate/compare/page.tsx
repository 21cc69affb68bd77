import type { ReactNode } from 'react'
import { listsShown, shownLast } from '#pages/parts/option-form/last-rank.ts'
import { PublicChance } from '#pages/parts/option-form/PublicChance.tsx'
import { classNames } from '#pages/ui/class-names.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { asCompared, mostCompared } from '#server/domain/seats/comparison.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount } from '#server/i18n/format.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Column = DataOf<typeof load>['columns'][number]

/** Courses side by side. Each attribute is a row of its own width, so that four columns fit on a phone. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { columns, codes, head, mayChange, isOptionForm, list } = data
  const search = isOptionForm
    ? `${href(base, 'option-form/select-institutes', undefined, { ...list, ticked: asCompared(codes) })}#found`
    : href(base, 'institude-list', undefined, { ...list, codes: asCompared(codes) })
  const addable = mayChange && columns.some(({ code }) => !data.mine.includes(code))
  return (
    <>
      <h1>{t('compare:title')}</h1>
      <TooMany />
      <Gone />
      {columns.length === 0 ? (
        <p className="lead">{t('compare:none')}</p>
      ) : addable && head ? (
        <Form
          name="add"
          action={href(base, 'option-form/select-institutes', undefined, isOptionForm ? list : { round: head.round })}
          submit={t('compare:add')}
        >
          <Comparison />
        </Form>
      ) : (
        <Comparison />
      )}
      <p className={styles.more}>
        <Button kind="quiet" href={search}>
          {t(codes.length > 0 && codes.length < mostCompared ? 'compare:another' : 'compare:back')}
        </Button>
      </p>
    </>
  )
}

/** More were asked for than fit: which ones are not shown. */
function TooMany() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (!data.left.length) return null
  return (
    <Banner tone="warn" title={t('compare:too-many', { most: mostCompared, count: mostCompared + data.left.length })}>
      {t('compare:left-out', { codes: data.left.join(', ') })}
    </Banner>
  )
}

/** Courses that left the seat matrix, or never were in it, by their last name. */
function Gone() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  return data.gone.map(({ code, institute, course }) => (
    <Banner
      key={code}
      tone="warn"
      title={t('compare:gone', { code })}
      action={<a href={without(base, data, code)}>{t('compare:remove')}</a>}
    >
      {institute ? `${institute}, ${course}` : t('compare:unknown')}
    </Banner>
  ))
}

const without = (base: string, { codes, list }: DataOf<typeof load>, code: string): string =>
  href(base, 'compare', undefined, { ...list, codes: asCompared(codes.filter((one) => one !== code)) })

/** The rows of one table, in the order in which they are read. */
function Comparison() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { head, last, cheapest, nearest, home, mine, mayChange } = data
  const numbers = listsShown(data.columns.map((column) => column.last)).flatMap((list) => {
    const number = head?.merit[list] ?? null
    return number === null ? [] : t(`compare:yours.${list}`, { number: formatCount(number) })
  })
  return (
    <div className={styles.frame}>
      <table className={styles.compared}>
        <caption className="visually-hidden">{t('compare:title')}</caption>
        <Heads />
        <tbody>
          {head?.chances && <Attribute name={t('compare:chance')} cell={(of) => <PublicChance {...of} />} isScripted />}
          {last && (
            <Attribute
              name={
                data.seatType
                  ? t('compare:last-of', { ...last, type: data.seatType.name })
                  : numbers.length > 0
                    ? t('compare:last-yours', { ...last, numbers: numbers.join(' · ') })
                    : t('compare:last', last)
              }
              cell={(column) => <Last of={column} />}
            />
          )}
          <Attribute
            name={t('institutes:annual-fee')}
            cell={({ fee }) => fee && <b className="num">{fee}</b>}
            best={cheapest}
            bestWord={t('compare:lowest')}
          />
          <Attribute
            name={t(head ? 'compare:seats-yours' : 'compare:seats')}
            cell={({ seats }) => <b className="num">{formatCount(seats)}</b>}
          />
          <Attribute name={t('institutes:hostel')} cell={({ hostel }) => hostel && t(`institutes:hostel.${hostel}`)} />
          {home && (
            <Attribute
              name={t('compare:distance', { district: home })}
              cell={({ distance }) =>
                distance !== null &&
                (distance > 0 ? t('compare:kilometres', { kilometres: distance }) : t('compare:same-district'))
              }
              best={nearest}
              bestWord={t('compare:nearest')}
            />
          )}
          <Attribute name={t('compare:kind')} cell={({ kind }) => kind} />
          <Attribute
            name={t('compare:university')}
            cell={({ universityName }) => <Written>{universityName}</Written>}
          />
          {mayChange && (
            <Attribute
              name={t('compare:choose')}
              cell={(column) =>
                mine.includes(column.code) ? (
                  t('compare:in-list')
                ) : (
                  <span className={styles.tick}>
                    <input
                      type="checkbox"
                      id={fieldId(`code-${column.code}`)}
                      name={`code-${column.code}`}
                      value="true"
                    />
                    <label htmlFor={fieldId(`code-${column.code}`)}>
                      {t('compare:choose')} <VisuallyHidden>{column.institute}</VisuallyHidden>
                    </label>
                  </span>
                )
              }
            />
          )}
        </tbody>
      </table>
    </div>
  )
}

/** The names of the courses, each with the way out of the comparison. */
function Heads() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  return (
    <thead>
      <tr>
        {data.columns.map(({ code, institute, instituteCode, course, courseName, place }) => (
          <th scope="col" key={code}>
            <a href={href(base, 'institude-list/:code', { code: instituteCode })}>
              <Written>{institute}</Written>
            </a>
            <small>{place}</small>
            <small>{data.signs?.[course] ? <abbr title={courseName}>{data.signs[course]}</abbr> : courseName}</small>
            <small>{code}</small>
            <a href={without(base, data, code)} className={styles.remove}>
              {t('compare:remove')} <VisuallyHidden>{institute}</VisuallyHidden>
            </a>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** An attribute in a row of its own, then its value for each course. `best`: the place of the column to point out. */
function Attribute({
  name,
  cell,
  best = null,
  bestWord,
  isScripted,
}: {
  name: string
  cell(column: Column): ReactNode
  best?: number | null
  bestWord?: string
  /** Only a browser with JavaScript knows the values. */
  isScripted?: boolean
}) {
  const { columns } = useView<typeof load>().data
  const scripted = isScripted && styles.scripted
  return (
    <>
      <tr className={classNames(styles.attribute, scripted)}>
        <th scope="colgroup" colSpan={columns.length}>
          {name}
        </th>
      </tr>
      <tr className={classNames(scripted)}>
        {columns.map((column, place) => (
          <td key={column.code}>
            {cell(column) || '–'}
            {best === place && <small className={styles.best}>{bestWord}</small>}
          </td>
        ))}
      </tr>
    </>
  )
}

function Last({ of: { last } }: { of: Column }) {
  const t = useT()
  const shown = shownLast(last)
  if (!last || shown === null) return '–'
  if (shown === 'left') return t('compare:seats-left')
  return (
    <>
      <b className="num">{formatCount(shown)}</b>
      {last.isAllIndia && <small>{t('compare:all-india')}</small>}
    </>
  )
}
