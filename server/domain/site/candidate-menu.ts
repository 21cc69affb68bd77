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
 */
export function candidateMenu(
  permissions: Permissions,
  seatRounds: readonly CapRound[] = permittedRounds(permissions),
): readonly MenuGroup[] {
  const permitted = permittedRounds(permissions)
  const lastRound = roundPermission(permitted[permitted.length - 1] ?? 1)
  return [
    {
      title: 'shell:menu.application',
      conditional: false,
      items: [
        own('shell:menu.dashboard', 'dashboard', 'dashboard', { icon: 'home' }),
        stepItem('shell:menu.type-of-candidature', 'type-of-candidature', 0),
        stepItem('shell:menu.type-details', 'type-details', 1),
        stepItem('shell:menu.category-details', 'category-details', 2),
        stepItem('shell:menu.qualifications-details', 'qualifications-details', 3),
        stepItem('shell:menu.personal-details', 'personal-details', 4),
        stepItem('shell:menu.photo-details', 'photo-details', 5),
        stepItem('shell:menu.documents-details', 'documents-details', 6),
        stepItem('shell:menu.payment', 'payment', 7),
        stepItem('shell:menu.print-pdf', 'print-pdf', 8),
      ],
    },
    {
      title: 'shell:menu.print',
      conditional: true,
      items: [
        own('shell:menu.acknowledgement', 'acknowledgement', 'acknowledgement'),
        own('shell:menu.provisional-merit', 'provisional-merit', 'pMerit'),
        own('shell:menu.final-merit', 'final-merit', 'fMerit'),
      ],
    },
    {
      title: 'shell:menu.option-form',
      conditional: true,
      items: [
        ...permitted.map((round) =>
          own('shell:menu.cap-round', 'option-form', roundPermission(round), { info: { round } }),
        ),
        own('shell:menu.select-course', 'option-form/select-course', lastRound),
        own('shell:menu.select-institutes', 'option-form/select-institutes', lastRound),
        own('shell:menu.select-prefrence', 'option-form/select-prefrence', lastRound),
        ...(permitted.length ? [own('shell:menu.allotment', 'allotment', lastRound)] : []),
      ],
    },
    {
      title: 'shell:menu.graduation-marks',
      conditional: true,
      items: [own('shell:menu.graducation-marks-file', 'graducation-marks-file', 'gradMarks')],
    },
    {
      title: 'shell:menu.convert-fees',
      conditional: true,
      items: [own('shell:menu.convert-fee', 'convert-fee', 'convertFee')],
    },
    {
      title: 'shell:menu.seat-acceptance',
      conditional: true,
      items: seatRounds.map((round) => own('shell:menu.cap-round', 'self-arc-home', 'seat', { info: { round } })),
    },
    {
      title: 'shell:menu.cancel-admission',
      conditional: true,
      items: [
        own('shell:menu.cancel-request', 'cancel-admission-request', 'cancelAdmission'),
        own('shell:menu.cancel-print', 'cancel-admission-application-form-print', 'cancelPrint'),
      ],
    },
    {
      title: 'shell:menu.important-links',
      conditional: false,
      items: [
        own('shell:menu.sms', 'sms', 'message', { icon: 'phone' }),
        own('shell:menu.transactions-logs', 'transactions-logs', 'message', { icon: 'money' }),
        own('shell:menu.message', 'message', 'message', { icon: 'mail' }),
        own('shell:menu.forgot-password-auth', 'forgot-password-auth', 'password', { icon: 'key' }),
      ],
    },
  ]
}
