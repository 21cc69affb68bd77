import { type CellRoute, type CellRule, cellRoutes } from '#server/domain/terms/routes.ts'
import { type Duty, deskAccess, mayDo, type StaffRole, staffRoles } from '#server/domain/terms/staff.ts'
import { foldedWords } from '#server/kernel/folded.ts'
import { type DeskDoor, deskDoors } from './doors'

/** The most lines of a door: as many as can be read at one glance, and fit on a screen 768 px high. */
export const mostLines = 12

/**
 * A page of the desk. `door`: null for the lines beside the doors. `isSeldom`: nobody needs it daily, so that its door names it
 * only below its lines, unless work waits there. Its name and the line about it are `menu.<route>` and `about.<route>` in `staff.json`.
 */
export type DeskLine = {
  door: DeskDoor | null
  isSeldom: boolean
  route: Exclude<CellRoute, `${string}:${string}` | 'invitation' | 'set-up/values'>
}

const line = <R extends DeskLine['route']>(door: DeskDoor | null, route: R, isSeldom = false) =>
  ({ door, isSeldom, route }) as const
const seldom = <R extends DeskLine['route']>(door: DeskDoor, route: R) => line(door, route, true)

/** Every page of the desk, in the order of its door; the account last. A new page adds its line to its door. */
const lines = [
  line(null, 'home'),
  line(null, 'search'),
  line('prepare', 'schedule'),
  line('prepare', 'seat-matrix'),
  line('prepare', 'institute-seats'),
  line('prepare', 'settings'),
  line('prepare', 'message-ids'),
  line('prepare', 'templates'),
  line('prepare', 'reply-templates'),
  line('prepare', 'imports'),
  line('prepare', 'centres'),
  line('prepare', 'slots'),
  line('prepare', 'downloads'),
  line('prepare', 'rehearsal'),
  seldom('prepare', 'set-up'),
  seldom('prepare', 'health'),
  line('run', 'overview'),
  line('run', 'scrutiny'),
  line('run', 'officers'),
  line('run', 'appointments'),
  line('run', 'certificates'),
  line('run', 'grievances'),
  line('run', 'duplicates'),
  line('run', 'merit-lists'),
  line('run', 'allotments'),
  line('run', 'reporting'),
  line('run', 'admitted'),
  line('run', 'returns'),
  line('run', 'reporting-days'),
  line('run', 'cancellations'),
  line('run', 'approvals'),
  line('run', 'notices'),
  line('run', 'bulk-message'),
  line('run', 'non-cap'),
  line('run', 'yield'),
  seldom('run', 'service-banner'),
  seldom('run', 'jk-seats'),
  seldom('run', 'yield-seats'),
  seldom('run', 'stage-report'),
  seldom('run', 'reports'),
  line('people', 'help-desk'),
  line('people', 'not-acted'),
  line('people', 'orders'),
  line('people', 'data-requests'),
  line('people', 'staff'),
  line('people', 'reminders'),
  line('people', 'feedback'),
  line('people', 'audit'),
  line('people', 'breaches'),
  seldom('people', 'data-register'),
  line('money', 'settlements'),
  line('money', 'refunds'),
  line('money', 'day-book'),
  line(null, 'account'),
] as const satisfies readonly DeskLine[]

/** The roles that may open a page. */
export const rolesOf = ({ route }: Pick<DeskLine, 'route'>): StaffRole[] => {
  const rule: CellRule = cellRoutes[route]
  return staffRoles.filter((role) => rule.audience === 'staff' && mayDo(role, rule.permission))
}

/** The pages of other roles: somebody may look for what is not their own work. */
export const pagesOfOthers = (role: StaffRole): readonly DeskLine[] =>
  lines.filter((line) => !rolesOf(line).includes(role))

/** The pages that a staff member may open now. */
export function deskMenu(staff: { role: StaffRole; duty: Duty | null }): readonly (typeof lines)[number][] {
  return lines.filter(({ route }) => {
    const rule: CellRule = cellRoutes[route]
    return rule.audience === 'staff' && deskAccess(staff, rule.permission, route === 'account') === 'open'
  })
}

/** The doors as the browser gets them, without empty ones. `more`: the pages behind a door that it names below its lines. */
export type DeskMenu = readonly {
  door: DeskDoor
  routes: readonly DeskLine['route'][]
  more: readonly DeskLine['route'][]
}[]

export function deskMenuDoors(staff: Parameters<typeof deskMenu>[0]): DeskMenu {
  const open = deskMenu(staff)
  return deskDoors
    .map((door) => {
      const here = open.filter((line) => line.door === door)
      const routesOf = (isSeldom: boolean) => here.flatMap((line) => (line.isSeldom === isSeldom ? line.route : []))
      return { door, routes: routesOf(false), more: routesOf(true) }
    })
    .filter(({ routes, more }) => routes.length + more.length > 0)
}

/** The most pages that a search names: what comes after the best ones is seldom meant. */
const mostFound = 5

/** Words of every sentence, which say nothing of a page, in both languages. */
const smallWords = new Set(
  `the and for all how why whom what when where which with without was were are has have had not does that this these those from into its his her their our your you them they there then than one some any about can could may must shall will should would want need see look find make please two three ten
   आणि किंवा साठी सर्व कसे कशी कसा का कोणते कोणती आहे आहेत नाही होते होता झाले झाली मध्ये वरून कडून हे हा ही ते तो ती पहा शोधा करा करणे मला एक दोन`
    .split(/\s+/)
    .flatMap(foldedWords),
)

/** What is left of an English word behind another that it begins with: "dates" means a date, "logout" no logo. */
const ending = /^(s|es|d|r|rs|ments?|ly|al|.?(ed|ing|er|ers))$/

/**
 * How much of a word two texts share: 1 if one begins with the other, 0.7 if they differ only in their ending, 0 otherwise. A
 * short word counts as a whole or with its plural: "off" means no officer.
 */
function likeness(typed: string, other: string): number {
  if (/^[a-z]{1,3}$/.test(typed)) return other === typed || other === `${typed}s` ? 1 : 0
  if (other.startsWith(typed)) return 1
  if (other.length > 3 && typed.startsWith(other)) {
    const rest = typed.slice(other.length)
    return !/^[a-z]/.test(rest) || ending.test(rest) ? 1 : 0
  }
  const shorter = Math.min(typed.length, other.length)
  let shared = 0
  while (shared < shorter && typed[shared] === other[shared]) shared += 1
  return shared >= 5 && shared >= shorter - 3 ? 0.7 : 0
}

/**
 * The pages that somebody may mean who writes what they want to do, the likeliest first. A word counts from its beginning, so that
 * "dates" finds "date" and the other way round, and by less if only its ending differs ("settled", "settlement"); one in a page's
 * name counts more than one in what is said about it, and one that few pages have more than one that many have.
 */
export const pagesMeant = <Page>(typed: string, pages: readonly Said<Page>[]): Page[] =>
  ratedPages(typed, pages)
    .slice(0, mostFound)
    .map(({ page }) => page)

/** A page with its names and what is said about it, in both languages. */
type Said<Page> = { page: Page; name: readonly string[]; about: readonly string[] }

/** The same, all of them, with how well each fits. `words`: how many of the typed words it has; `isWhole`: all that say something. */
export function ratedPages<Page>(
  typed: string,
  pages: readonly Said<Page>[],
): { page: Page; sum: number; words: number; isWhole: boolean }[] {
  const asked = foldedWords(typed).filter((word) => word.length > 2 && !smallWords.has(word))
  const rated = pages.map(({ page, name, about }) => {
    const [named, said] = [name.flatMap(foldedWords), about.flatMap(foldedWords)]
    const best = (word: string, words: readonly string[]) => Math.max(0, ...words.map((other) => likeness(word, other)))
    return { page, points: asked.map((word) => Math.max(3 * best(word, named), 2 * best(word, said))) }
  })
  const rarity = asked.map((_, at) => Math.log2(1 + pages.length / rated.filter(({ points }) => points[at]).length))
  return rated
    .filter(({ points }) => points.some(Boolean) && points.filter(Boolean).length * 2 >= asked.length)
    .map(({ page, points }) => ({
      page,
      sum: points.reduce((sum, one, at) => sum + (one && one * rarity[at]!), 0),
      words: points.filter(Boolean).length,
      isWhole: points.every(Boolean),
    }))
    .sort((one, other) => other.sum - one.sum)
}
