import type { waitsOn } from '#server/domain/desk/waiting.ts'
import type { View } from '#server/domain/site/view.ts'
import type { DeskBrowser } from '#tests/support/desk.ts'
import { viewOf } from '#tests/support/portal.ts'

type WaitsOn = typeof waitsOn
/** The pages on which something may wait. */
type QueuePage = { [Page in keyof WaitsOn]: WaitsOn[Page] extends readonly [] ? never : Page }[keyof WaitsOn]

// biome-ignore lint/suspicious/noExplicitAny: the views of thirty pages, each read by the names of its own page
type Shown = any

/** Reads pages of the desk as one person sees them. */
export function reading(screen: Pick<DeskBrowser, 'get'>) {
  async function page(path: string): Promise<Shown> {
    const answer = await screen.get(path)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.headers.location ?? ''}`)
    return viewOf<View<Shown>>(answer).data
  }
  /** All rows of a list, page by page as its links lead. */
  async function rows(path: string): Promise<Shown[]> {
    const { list } = await page(path)
    return list.next === null ? list.rows : [...list.rows, ...(await rows(list.next))]
  }
  /** How many of these have a page that shows them as waiting for this person. */
  async function opened<One>(ones: readonly One[], pathOf: (one: One) => string, waits: (data: Shown) => boolean) {
    let count = 0
    for (const one of ones) if (waits(await page(pathOf(one)))) count++
    return count
  }
  return { page, rows, opened }
}

type Reading = ReturnType<typeof reading>

/**
 * The number that each page shows of each kind of work for the person who opens it. A new kind of waiting work, or a page that
 * begins to hold some, does not compile before it is counted here.
 */
export const queues: {
  [Page in QueuePage]: (read: Reading) => Promise<Record<WaitsOn[Page][number], number>>
} = {
  'help-desk': async ({ rows }) => ({
    'mobile-request': (await rows('help-desk')).filter(({ isMine }) => isMine === 1).length,
  }),
  duplicates: async ({ rows }) => ({ duplicate: (await rows('duplicates')).length }),
  orders: async ({ page }) => {
    const { waiting, clocks } = await page('orders')
    return { order: waiting.filter(mayRelease).length, 'special-clock': clocks.length }
  },
  'data-requests': async ({ rows }) => ({ 'data-request': (await rows('data-requests')).length }),
  scrutiny: async ({ page, rows }) => ({
    scrutiny: (await rows('scrutiny?queue=new')).length,
    resubmitted: (await rows('scrutiny?queue=resubmitted')).length,
    'in-hand': (await rows('scrutiny?queue=picked-up&mine=held')).length,
    'second-reading': (await page('scrutiny')).second,
  }),
  officers: async ({ page }) => {
    const { orphaned, longWaiting, lateComplaints } = await page('officers')
    return { 'form-of-nobody': orphaned, 'form-waits-long': longWaiting, 'complaint-late': lateComplaints }
  },
  appointments: async ({ page }) => {
    const { list } = await page('appointments')
    const today = list.visits.filter(({ state }: Shown) => state === 'booked' || state === 'arrived')
    return { visit: list.earlier.length + today.length }
  },
  certificates: async ({ rows }) => ({ certificate: (await rows('certificates')).length }),
  grievances: async ({ rows }) => ({
    grievance: (await rows('grievances?waits=grievance')).length,
    verification: (await rows('grievances?waits=verification')).length,
    complaint: (await rows('grievances?waits=complaint')).length,
  }),
  schedule: async ({ page }) => {
    const { isWaiting, change } = await page('schedule')
    return { schedule: isWaiting && change.isSecondPerson ? 1 : 0 }
  },
  'merit-lists': async ({ page, opened }) => {
    const { editions, alarms } = await page('merit-lists')
    const found = editions.filter(isPrepared)
    return {
      'merit-list': await opened(found, pathOf('merit-lists'), ({ isOwn }) => !isOwn),
      publication: alarms.length,
    }
  },
  'seat-matrix': async ({ page, opened }) => {
    const { editions } = await page('seat-matrix')
    const isMine = ({ isPending, isSecondPerson }: Shown) => isPending && isSecondPerson
    return { 'seat-matrix': await opened(editions, pathOf('seat-matrix'), isMine) }
  },
  allotments: async ({ page, opened }) => {
    const { runs, alarms } = await page('allotments')
    return {
      allotment: await opened(runs.filter(isPrepared), pathOf('allotments'), mayRelease),
      publication: alarms.length,
    }
  },
  'jk-seats': async ({ page }) => ({ 'jk-seating': (await page('jk-seats')).prepared?.mayRelease ? 1 : 0 }),
  reporting: async ({ page, opened }) => {
    const { day, objections, toNote } = await page('reporting')
    const corrections: Shown[] = day?.waiting ?? []
    return {
      'admission-correction': await opened(
        corrections,
        ({ userId }) => `reporting/${userId}`,
        ({ correction }) => correction.mayRelease,
      ),
      'day-to-sign': (day?.days ?? []).filter(({ isOver, signed }: Shown) => isOver && signed === null).length,
      objection: objections.filter(({ isAnswered }: Shown) => !isAnswered).length,
      withdrawal: toNote.length,
    }
  },
  returns: async ({ rows }) => ({ return: (await rows('returns?state=open')).length }),
  'reporting-days': async ({ page }) => {
    const { days } = await page('reporting-days')
    const over = (days?.days ?? []).filter(({ isOver }: Shown) => isOver).at(-1)
    return {
      'admission-correction': (days?.waiting ?? []).filter(mayRelease).length,
      'institute-to-sign': over ? days.institutes - over.signed : 0,
    }
  },
  cancellations: async ({ rows }) => ({ 'late-return': (await rows('cancellations?state=late')).length }),
  'institute-seats': async ({ page }) => {
    const { asked } = await page('institute-seats')
    return { 'seats-to-sign': asked?.isOpen && !asked.answer ? asked.courses.length : 0 }
  },
  approvals: async ({ page, rows }) => {
    let [approval, answers] = [0, 0]
    for (const { code, waiting, answered } of await rows('approvals'))
      if (waiting + answered > 0 && (await page(`approvals/${code}`)).mayCheck) {
        approval += waiting
        answers += answered
      }
    return { approval, 'objection-answered': answers }
  },
  settlements: async ({ rows }) => ({ 'settlement-line': (await rows('settlements?state=queued')).length }),
  refunds: async ({ page }) => ({ refund: (await page('refunds')).waiting.filter(mayRelease).length }),
  'message-ids': async ({ page }) => ({ 'message-ids': (await page('message-ids')).counts.missing }),
  'bulk-message': async ({ rows, opened }) => {
    const found = (await rows('bulk-message')).filter(isPrepared)
    return { 'bulk-message': await opened(found, pathOf('bulk-message'), mayRelease) }
  },
  'set-up': async ({ page }) => {
    const { waiting, isOpened, lines } = await page('set-up')
    const missing = lines.filter(({ isComplete }: Shown) => !isComplete).length
    return { opening: waiting?.mayApprove ? 1 : 0, 'set-up': isOpened ? 0 : missing }
  },
  downloads: async ({ page }) => ({ 'rule-pdf': (await page('downloads')).missing.length }),
  settings: async ({ page, opened }) => {
    const { isOpened, groups } = await page('settings')
    const all: Shown[] = groups.flatMap(({ settings }: Shown) => settings)
    const found = all.filter(({ isWaiting }) => isWaiting)
    return {
      'example-value': isOpened ? all.filter(({ examples }) => examples).length : 0,
      setting: await opened<Shown>(
        found,
        ({ href }) => href,
        ({ waiting }) => waiting.mayApprove,
      ),
    }
  },
  staff: async ({ page }) => {
    const { waiting, withoutPassword } = await page('staff')
    return { 'staff-change': waiting.filter(mayRelease).length, 'no-password': withoutPassword.all }
  },
  imports: async ({ rows, opened }) => {
    const found = (await rows('imports')).filter(isPrepared)
    return {
      import: await opened(
        found,
        ({ kind, id }) => `imports/${kind}/${id}`,
        ({ mayApply }) => mayApply,
      ),
    }
  },
  breaches: async ({ page }) => ({
    breach: (await page('breaches')).breaches.filter(({ open }: Shown) => open > 0).length,
  }),
}

const isPrepared = ({ state }: Shown): boolean => state === 'prepared'
const mayRelease = (one: Shown): boolean => one.mayRelease === true
const pathOf =
  (page: string) =>
  ({ id }: Shown) =>
    `${page}/${id}`
