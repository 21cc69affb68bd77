import { classNames } from '#pages/ui/class-names.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Countdown } from '#pages/ui/data/Countdown.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { Head } from './head'
import styles from './options.module.css'

const pages = [
  { route: 'option-form/select-course', key: 'course' },
  { route: 'option-form/select-institutes', key: 'institutes' },
  { route: 'option-form/select-prefrence', key: 'preference' },
  { route: 'option-form/lisitng-confirm', key: 'confirm' },
  { route: 'option-form/print', key: 'print' },
] as const

/** The top of every option form page: the steps, the deadline and the state of the list. */
export function RoundHead({ title }: { title: string }) {
  const { base, route, data } = useView<() => { head: Head }>()
  const t = useT()
  const at = { round: data.head.round }
  const isFirst = route === 'option-form'
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
          {
            title: t('options:head.round', at),
            href: isFirst ? undefined : href(base, 'option-form', undefined, at),
          },
          ...(isFirst ? [] : [{ title }]),
        ]}
      />
      <h1>{title}</h1>
      <p className="lead">
        <RoundAndNumbers />
      </p>
      {!(isFirst && data.head.isOpen) && <Steps />}
      <Left />
      <Standing />
      <NextForm />
      <Held />
    </>
  )
}

/** The same in two lines, for a page whose list begins at once. */
export function CompactHead({ title }: { title: string }) {
  return (
    <>
      <div className={styles.titleLine}>
        <h1>{title}</h1>
        <Steps isShort />
      </div>
      <p className={styles.meta}>
        <RoundAndNumbers isShort />
      </p>
      <Left />
      <Standing isShort />
      <NextForm />
      <Held isShort />
    </>
  )
}

/** The round, and the candidate's merit numbers. `isShort`: in few words, for one line of a phone. */
function RoundAndNumbers({ isShort }: { isShort?: boolean }) {
  const { data } = useView<() => { head: Head }>()
  const t = useT()
  const { round, merit } = data.head
  return [
    t('options:head.round', { round }),
    merit.state !== null &&
      t(isShort ? 'options:head.short-state' : 'options:head.state', { number: formatCount(merit.state) }),
    merit.allIndia !== null &&
      t(isShort ? 'options:head.short-all-india' : 'options:head.all-india', { number: formatCount(merit.allIndia) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The steps of the option form as links. `isShort`: by their numbers alone on a phone. */
function Steps({ isShort }: { isShort?: boolean }) {
  const { base, route, data } = useView<() => { head: Head }>()
  const t = useT()
  const { round } = data.head
  const isNumbered = pages.some((page) => page.route === route)
  const className = classNames(styles.steps, !isNumbered && styles.named, isShort && styles.short, 'screen-only')
  return (
    <nav className={className} aria-label={t('options:head.steps')}>
      <ol>
        {pages.map((page) => (
          <li key={page.key}>
            <a
              href={href(base, page.route, undefined, { round })}
              aria-current={route === page.route ? 'step' : undefined}
            >
              <span>{t(`options:step.${page.key}`)}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** For a candidate who has left the rounds: how their own seat stands. */
function Left() {
  const { base, data } = useView<() => { head: Head }>()
  const t = useT()
  const { left } = data.head
  if (!left) return null
  return (
    <Banner
      tone="info"
      title={left.title}
      action={<a href={href(base, 'allotment')}>{t('signedin:menu.allotment')}</a>}
    >
      {left.text}
    </Banner>
  )
}

/** The option form of the next round, for a candidate who takes part in it, once this one is closed. */
function NextForm() {
  const { base, data } = useView<() => { head: Head }>()
  const t = useT()
  const { next } = data.head
  if (!next) return null
  const { round, title, when, state } = next
  const words = t('options:standing.next', { title, when })
  return <p>{state === 'now' ? <a href={href(base, 'option-form', undefined, { round })}>{words}</a> : words}</p>
}

/** The seat that the candidate keeps from an earlier round, and what that means for the list. `isShort`: in one line that opens. */
function Held({ isShort }: { isShort?: boolean }) {
  const { data } = useView<() => { head: Head }>()
  const t = useT()
  const { held, confirmedAt } = data.head
  if (!held) return null
  const { isUnlisted, ...named } = held
  const about = [
    t(isUnlisted ? 'options:held.unlisted' : 'options:held.about', named),
    ...(confirmedAt ? [] : [t('options:held.unconfirmed')]),
  ].join(' ')
  if (isShort) {
    return (
      <Disclosure summary={t('options:held.title', named)} kind="inline">
        <p>{about}</p>
      </Disclosure>
    )
  }
  return (
    <Banner tone="info" title={t('options:held.title', named)}>
      {about}
    </Banner>
  )
}

/** The state of the list: confirmed, closed, or open with its deadline. */
function Standing({ isShort }: { isShort?: boolean }) {
  const { base, route, session, data } = useView<() => { head: Head }>()
  const t = useT()
  const { round, closed, confirmedAt, fingerprint, count, closesAt, isOpen, isPublished, opens, closes } = data.head
  const toConfirm = href(base, 'option-form/lisitng-confirm', undefined, { round })
  if (confirmedAt) {
    return (
      <Banner
        tone="ok"
        title={t('options:standing.confirmed')}
        action={
          isPublished ? (
            <a href={href(base, 'allotment')}>{t('options:standing.see-allotment')}</a>
          ) : (
            route !== 'option-form/lisitng-confirm' && isOpen && <a href={toConfirm}>{t('options:standing.unlock')}</a>
          )
        }
      >
        {t('options:standing.confirmed-about', { at: confirmedAt, count, fingerprint: fingerprint ?? '' })}{' '}
        {t(isPublished ? 'options:standing.counted' : 'options:standing.counts')}
      </Banner>
    )
  }
  if (closed) {
    return (
      <Banner tone="warn" title={t(count ? 'options:standing.not-confirmed' : 'options:standing.none')}>
        {closed} {t('options:standing.times', { opens: opens ?? '–', closes: closes ?? '–' })}
      </Banner>
    )
  }
  // The banner on every page already warns about an unconfirmed list.
  if (session?.unconfirmed) return null
  return (
    <p className={isShort ? styles.meta : 'submit-by'}>
      {t('options:standing.until', { closes: closes ?? '' })}{' '}
      {closesAt !== null && <Countdown until={closesAt} isAfterDate isBare={isShort} />}
    </p>
  )
}
