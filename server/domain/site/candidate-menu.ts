import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import {
  type Permission,
  type Permissions,
  permittedRounds,
  roundPermission,
} from '#server/domain/terms/permissions.ts'
import type { CandidateRoute } from '#server/domain/terms/routes.ts'
import { item, type MenuGroup, type MenuItem } from './menu'

/** An item for one of the portal's own routes; the compiler knows their spelling. */
const own = (title: string, route: CandidateRoute, name: Permission, more: Partial<MenuItem> = {}) =>
  item(title, route, { name, ...more })

const stepItem = (title: string, route: CandidateRoute, step: StepNumber) =>
  own(title, route, step === 8 ? 'print' : 'form', { status: step, chip: String(step + 1), icon: 'step' })

/** May this line be shown? Source: rules §18.9. */
export const isItemVisible = (
  { type, status, name }: Pick<MenuItem, 'type' | 'status' | 'name'>,
  fillStatus: number,
  permissions: Permissions,
): boolean => type === 'outer' || (status <= fillStatus && name !== '' && permissions[name] === true)

/** The groups and lines that a candidate sees, in order. */
export function visibleMenu(
  groups: readonly MenuGroup[],
  fillStatus: number,
  permissions: Permissions,
): readonly MenuGroup[] {
  return groups
    .map((group) => ({ ...group, items: group.items.filter((line) => isItemVisible(line, fillStatus, permissions)) }))
    .filter((group) => !group.conditional || group.items.length > 0)
}

/**
 * The candidate's sidebar. Option Form shows one "CAP Round N" for each permitted round, Seat Acceptance one for each of
 * `seatRounds`, which allotted the candidate a seat; the Select pages act on the open round, so they use the last
 * permitted one. Source: rules §18.8, §6.4.
 * Long: a table with a line for each item.
 */
export function candidateMenu(
  permissions: Permissions,
  seatRounds: readonly CapRound[] = permittedRounds(permissions),
): readonly MenuGroup[] {
  const permitted = permittedRounds(permissions)
  const lastRound = roundPermission(permitted[permitted.length - 1] ?? 1)
  return [
    {
      title: 'signedin:menu.application',
      conditional: false,
      items: [
        own('shell:menu.dashboard', 'dashboard', 'dashboard', { icon: 'home' }),
        stepItem('signedin:menu.type-of-candidature', 'type-of-candidature', 0),
        stepItem('signedin:menu.type-details', 'type-details', 1),
        stepItem('signedin:menu.category-details', 'category-details', 2),
        stepItem('signedin:menu.qualifications-details', 'qualifications-details', 3),
        stepItem('signedin:menu.personal-details', 'personal-details', 4),
        stepItem('signedin:menu.photo-details', 'photo-details', 5),
        stepItem('signedin:menu.documents-details', 'documents-details', 6),
        stepItem('signedin:menu.payment', 'payment', 7),
        stepItem('signedin:menu.print-pdf', 'print-pdf', 8),
      ],
    },
    {
      title: 'signedin:menu.print',
      conditional: true,
      items: [
        own('signedin:menu.acknowledgement', 'acknowledgement', 'acknowledgement', { icon: 'print' }),
        own('signedin:menu.provisional-merit', 'provisional-merit', 'pMerit', { icon: 'rank' }),
        own('signedin:menu.final-merit', 'final-merit', 'fMerit', { icon: 'medal' }),
      ],
    },
    {
      title: 'signedin:menu.option-form',
      conditional: true,
      items: [
        ...permitted.map((round) =>
          own('signedin:menu.cap-round', 'option-form', roundPermission(round), { icon: 'list', info: { round } }),
        ),
        own('signedin:menu.select-course', 'option-form/select-course', lastRound, { icon: 'book' }),
        own('signedin:menu.select-institutes', 'option-form/select-institutes', lastRound, { icon: 'building' }),
        own('signedin:menu.select-prefrence', 'option-form/select-prefrence', lastRound, { icon: 'sort' }),
        ...(permitted.length ? [own('signedin:menu.allotment', 'allotment', lastRound, { icon: 'ticket' })] : []),
      ],
    },
    {
      title: 'signedin:menu.graduation-marks',
      conditional: true,
      items: [own('signedin:menu.graducation-marks-file', 'graducation-marks-file', 'gradMarks', { icon: 'odds' })],
    },
    {
      title: 'signedin:menu.convert-fees',
      conditional: true,
      items: [own('signedin:menu.convert-fee', 'convert-fee', 'convertFee', { icon: 'swap' })],
    },
    {
      title: 'signedin:menu.seat-acceptance',
      conditional: true,
      items: seatRounds.map((round) =>
        own('signedin:menu.cap-round', 'self-arc-home', 'seat', { icon: 'chair', info: { round } }),
      ),
    },
    {
      title: 'signedin:menu.cancel-admission',
      conditional: true,
      items: [
        own('signedin:menu.cancel-request', 'cancel-admission-request', 'cancelAdmission', { icon: 'cross' }),
        own('signedin:menu.cancel-print', 'cancel-admission-application-form-print', 'cancelPrint', { icon: 'print' }),
      ],
    },
    {
      title: 'shell:menu.important-links',
      conditional: false,
      items: [
        own('signedin:menu.sms', 'sms', 'message', { icon: 'chat' }),
        own('signedin:menu.transactions-logs', 'transactions-logs', 'message', { icon: 'money' }),
        own('signedin:menu.message', 'message', 'message', { icon: 'mail' }),
        own('signedin:menu.forgot-password-auth', 'forgot-password-auth', 'password', { icon: 'lock' }),
      ],
    },
  ]
}
