import { wallClock } from '#pages/parts/content/wall-clock.server.ts'
import { afterPart } from '#pages/parts/settings/set-up.server.ts'
import { href } from '#pages/ui/href.ts'
import { missingStateHolidays, yearsOfSeason } from '#server/domain/season/state-holidays.ts'
import {
  HolidaysChange,
  OwnActivity,
  ScheduleAct,
  SchedulePreparation,
  StateHolidays,
  scheduleForm,
} from '#server/features/content/notices/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDate, formatDateTime } from '#server/i18n/format.ts'
import { formatPeriod } from '#server/i18n/period.ts'
import type { Result } from '#server/kernel/result.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import { dayExists, typedInstant } from '#server/kernel/typed-text.ts'
import { writtenDate } from '#server/kernel/written-date.ts'

export const texts = ['content', 'notices'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.schedule')

/** A value of a field for a date and a time; empty without one. */
const fieldTime = (at: number | null): string => (at === null ? '' : wallClock(at).join(' '))

/** The schedule in force beside its draft, whom the draft affects (`?preview=1`), and the past changes. */
export function load(page: DeskPage) {
  const { services, language, query, actor, t } = page
  const now = services.clock.portal()
  const { change, version, isSecondPerson, rows, holidays, onHolidays } = services.scheduleDesk.view(actor)
  const words = (row: { opensAt: number | null; closesAt: number | null }) => formatPeriod(row, language, t)
  const isWaiting = change?.state === 'prepared'
  const changed = rows.filter(({ isChanged }) => isChanged)
  const hasFaults = rows.some(({ faults }) => faults.length > 0)
  const years = yearsOfSeason(
    services.course.academicYear,
    rows.flatMap(({ opensAt, closesAt }) => [opensAt, closesAt].filter((at) => at !== null)) as Instant[],
  )
  const known = missingStateHolidays(holidays).filter(({ year }) => years.includes(year))
  const isShown = changed.length > 0 && (isWaiting || (query.preview === '1' && !hasFaults))
  return {
    version,
    isWaiting,
    hasFaults,
    change: change && {
      id: change.id,
      savedBy: change.savedByName,
      savedAt: formatDateTime(change.savedAt, language),
      count: changed.length,
      isSecondPerson,
    },
    rows: rows.map((row) => {
      const { before, isLeftOut, isChanged, suggested } = row
      return {
        key: row.key,
        title: row.title[language],
        isEvent: row.isEvent,
        opens: fieldTime(suggested?.opensAt ?? row.opensAt),
        closes: fieldTime(suggested?.closesAt ?? row.closesAt),
        isSuggested: suggested !== null,
        opensInWords: row.opensAt === null ? '' : formatDateTime(row.opensAt, language),
        when: isLeftOut ? t('content:schedule.left-out') : words(row),
        isLeftOut,
        isChanged,
        isFixed: !row.mayMoveOpening,
        mayBeLeftOut: row.mayBeLeftOut,
        was: isChanged && before ? (before.isLeftOut ? t('content:schedule.left-out') : words(before)) : null,
        isNew: before === null,
        /** Nothing of it is to come, and nothing of it is being changed. */
        isOver: !isChanged && !row.faults.length && (row.closesAt ?? row.opensAt ?? Infinity) < now,
        faults: row.faults.map(({ field, code, other }) => ({
          field,
          message: t(`content:fault.${code}`, { other: other?.[language] ?? '' }),
        })),
      }
    }),
    preview: isShown ? previewOf(page, changed, words) : null,
    /** The state's holidays of the season's years whose list is known, and how many days of each the list lacks. */
    stateHolidays: known.map(({ year, source, days }) => ({
      year,
      source: source[language],
      count: days.length,
    })),
    /** The season's years without a known list. */
    unknownYears: years.filter((one) => !known.some(({ year }) => year === one)).join(', '),
    holidays: holidays.map(({ date, name }) => `${writtenDate(date, language)} ${name}`).join('\n'),
    /** What is set for a listed holiday, in words: dates of the table, and times of centres. */
    onHolidays: [
      ...onHolidays.map(({ title, edge, at, holiday: { name } }) =>
        t(`content:schedule.on-holiday-${edge}`, { title: title[language], at: formatDateTime(at, language), name }),
      ),
      ...services.centres
        .openOnHolidays()
        .map(({ holiday: { name }, at, centres, booked }) =>
          t('content:schedule.on-holiday-times', { count: centres, at: formatDate(at, language), booked, name }),
        ),
    ],
    history: services.scheduleDesk.history().map(({ title, opensBefore, closesBefore, reason, at }, place) => ({
      id: place,
      title: title[language],
      words: t('content:schedule.changed-at', {
        time: formatDateTime(at, language),
        before: words({ opensAt: opensBefore, closesAt: closesBefore }),
      }),
      reason: reason[language],
    })),
  }
}

type Rows = ReturnType<DeskPage['services']['scheduleDesk']['view']>['rows']

/** Each change with those whom it affects, and the notice in both languages. */
function previewOf({ services, language, t }: DeskPage, changed: Rows, words: (row: Rows[number]) => string) {
  const effects = new Map(services.scheduleDesk.effects().map((one) => [one.key, one.effects]))
  return {
    changes: changed.map((row) => ({
      key: row.key,
      title: row.title[language],
      before: row.before && (row.before.isLeftOut ? t('content:schedule.left-out') : words({ ...row, ...row.before })),
      after: row.isLeftOut ? t('content:schedule.left-out') : words(row),
      effects: (effects.get(row.key) ?? []).map(({ effect, count }) =>
        t(`content:schedule.effect.${effect}`, { count }),
      ),
    })),
    notices: services.scheduleDesk.notices(),
  }
}

export function action(page: DeskPage) {
  switch (page.posted.intent) {
    case 'add':
      return add(page)
    case 'prepare':
      return prepare(page)
    case 'release':
    case 'reopen':
    case 'discard':
      return decide(page)
    case 'holidays':
      return setHolidays(page)
    case 'state-holidays':
      return addStateHolidays(page)
    default:
      return save(page)
  }
}

const here = ({ cellBase }: DeskPage, query?: Record<string, string>) => href(cellBase, 'schedule', undefined, query)

/** Saves the table as a draft; then shifts a part of it, or shows the preview. */
function save(page: DeskPage) {
  const { services, actor } = page
  const keys = services.scheduleDesk.keys()
  const form = page.form(scheduleForm(keys))
  if (!form.ok) return form
  const given = form.value as Record<string, string | undefined>
  const { version, intent, from = '', days = '' } = given
  const typed = keys.map((key) => ({
    key,
    opens: given[`opens-${key}`] ?? '',
    closes: given[`closes-${key}`] ?? '',
    isLeftOut: given[`out-${key}`] === 'true',
  }))
  const done =
    intent === 'shift'
      ? services.scheduleDesk.shift(actor, Number(version), typed, { from, days })
      : services.scheduleDesk.save(actor, Number(version), typed)
  if (!done.ok) return refused(page, done)
  // Without script the browser goes to the preview by its name in the address.
  if (intent === 'preview' && services.scheduleDesk.isReady())
    return page.redirect(`${here(page, { preview: '1' })}#preview`)
  if (intent === 'preview' && done.value.changed > 0)
    return page.redirect(here(page), { type: 'warning', key: 'content:flash.schedule-faulty' })
  return page.redirect(here(page), {
    type: 'success',
    key: 'content:flash.schedule-saved',
    values: { count: done.value.changed },
  })
}

/** A draft that somebody else saved meanwhile appears as it is now, without the values typed over an older one. */
function refused(page: DeskPage, { refusal }: Result<unknown> & { ok: false }) {
  if (refusal.code !== 'schedule-draft-changed') return page.invalid(refusal)
  const since = formatDateTime(Number(refusal.params?.since), page.language)
  const outcome = page.invalid({ ...refusal, params: { ...refusal.params, since } })
  return {
    ...outcome,
    form: { ...outcome.form, values: {}, errors: typedOverOlder(page, String(refusal.params?.name)) },
  }
}

/** `14/7/2024 10:00` as the page writes a time; anything else as it was typed. */
function typedInWords(typed: string, language: DeskPage['language']): string {
  const read = typedInstant(typed)
  return dayExists(read.slice(0, 10)) ? formatDateTime(ist(read), language) : typed.slice(0, 40) || '–'
}

/** What the officer's page had where the draft is different now: typed there, or as the draft was when it was opened. */
const typedOverOlder = ({ services, actor, posted, t, language }: DeskPage, name: string) =>
  services.scheduleDesk.view(actor).rows.flatMap((row) =>
    (['opens', 'closes'] as const).flatMap((edge) => {
      const field = `${edge}-${row.key}`
      const typed = posted[field]
      const saved = fieldTime(edge === 'opens' ? row.opensAt : row.closesAt)
      if (typeof typed !== 'string' || typedInstant(typed) === saved) return []
      return [{ field, message: t('content:schedule.yours', { typed: typedInWords(typed, language), name }) }]
    }),
  )

function add(page: DeskPage) {
  const form = page.form(OwnActivity)
  if (!form.ok) return form
  const done = page.services.scheduleDesk.addActivity(page.actor, Number(form.value.version), form.value)
  if (!done.ok) return refused(page, done)
  return page.redirect(here(page), { type: 'success', key: 'content:flash.schedule-added' })
}

function prepare(page: DeskPage) {
  const form = page.form(SchedulePreparation)
  if (!form.ok) return form
  const done = page.services.scheduleDesk.prepare(page.actor, Number(form.value.version), form.value)
  if (!done.ok) return refused(page, done)
  // Before the opening the guide goes on while another person looks at the dates.
  const to = page.services.setUp.isOpened() ? here(page) : afterPart(page, 'dates', true)
  return page.redirect(to, { type: 'success', key: 'content:flash.schedule-prepared' })
}

function decide(page: DeskPage) {
  const form = page.form(ScheduleAct)
  if (!form.ok) return form
  const { intent, id } = form.value
  const done = page.services.scheduleDesk[intent](page.actor, Number(id))
  if (!done.ok) return done
  // Before the opening the second person has nothing else to do here: home shows what waits next.
  const to = intent === 'release' && !page.services.setUp.isOpened() ? href(page.cellBase, 'home') : here(page)
  return page.redirect(to, { type: 'success', key: `content:flash.schedule-${intent}` })
}

function setHolidays(page: DeskPage) {
  const form = page.form(HolidaysChange)
  return form.ok ? holidaysSet(page, page.services.scheduleDesk.setHolidays(page.actor, form.value)) : form
}

function addStateHolidays(page: DeskPage) {
  const form = page.form(StateHolidays)
  return form.ok ? holidaysSet(page, page.services.scheduleDesk.addStateHolidays(page.actor, form.value.year)) : form
}

function holidaysSet(page: DeskPage, done: Result<{ count: number; last: number | null }>) {
  if (!done.ok) return done
  return page.redirect(here(page), {
    type: 'success',
    key: 'content:flash.holidays',
    values: {
      count: done.value.count,
      until: done.value.last === null ? '' : formatDate(done.value.last, page.language),
    },
  })
}
