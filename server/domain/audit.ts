import type { StaffRole } from './staff'

/**
 * Everything that is written to the audit log, as `<feature>.<act>`. A new act of staff is added here and gets its words
 * in `staff.json` (`act.<name>`).
 */
export const auditActs = [
  'staff.login',
  'staff.login-refused',
  'staff.logout',
  'staff.password-changed',
  'staff.second-factor-set',
  'staff.sessions-ended',
  'staff.created',
  'staff.password-reset',
  'staff.second-factor-reset',
  'staff.disabled',
  'staff.enabled',
  'audit.exported',
  'help-desk.searched',
  'help-desk.viewed',
  'help-desk.mobile-prepared',
  'help-desk.mobile-released',
  'help-desk.mobile-refused',
  'overview.exported',
  'overview.candidates-exported',
  'duplicates.viewed',
  'orders.prepared',
  'orders.released',
  'orders.refused',
  'scrutiny.opened',
  'scrutiny.document-seen',
  'scrutiny.picked-up',
  'scrutiny.released',
  'scrutiny.saved',
  'scrutiny.reverted',
  'scrutiny.confirmed',
  'scrutiny.name-corrected',
  'centres.slots-set',
  'centres.list-read',
  'centres.arrival-marked',
  'centres.form-read',
  'centres.document-read',
  'centres.otp-sent',
  'centres.editing-begun',
  'centres.step-saved',
  'centres.confirmed',
  'centres.confirmation-withdrawn',
  'certificates.queue-read',
  'certificates.read',
  'certificates.file-read',
  'certificates.verified',
  'certificates.rejected',
  'certificates.claim-removed',
  'bulk-messages.prepared',
  'bulk-messages.released',
  'bulk-messages.withdrawn',
  'service-banner.added',
  'service-banner.ended',
  'inbox.feedback-read',
  'merit-lists.prepared',
  'merit-lists.read',
  'merit-lists.released',
  'merit-lists.discarded',
  'merit-lists.published',
  'grievances.read',
  'grievances.file-opened',
  'grievances.answered',
  'grievances.refused',
  'grievances.approved',
  'allotment.prepared',
  'allotment.read',
  'allotment.released',
  'allotment.discarded',
  'allotment.published',
  'allotment.dossier-taken',
  'jk-seats.list-read',
  'jk-seats.seats-set',
  'jk-seats.choices-recorded',
  'jk-seats.prepared',
  'jk-seats.released',
  'jk-seats.discarded',
  'non-cap.list-read',
  'non-cap.list-exported',
  'notices.rescheduled',
  'notices.published',
  'notices.changed',
  'notices.withdrawn',
  'notices.restored',
  'content.setting-changed',
  'content.file-published',
  'content.file-withdrawn',
  'housekeeping.checked',
  'templates.changed',
  'templates.restored',
  'directory.centre-added',
  'directory.centre-changed',
  'directory.centre-closed',
  'directory.centre-reopened',
  'seat-matrix.imported',
  'seat-matrix.overridden',
  'seat-matrix.published',
  'seat-matrix.discarded',
] as const
export type AuditAct = (typeof auditActs)[number]

export const isAuditAct = (text: unknown): text is AuditAct => (auditActs as readonly unknown[]).includes(text)

/** Who did it. `name`: a login name, an Application ID, or the name of a job. */
export type AuditActor =
  | { kind: 'staff'; id: number; name: string; role: StaffRole }
  | { kind: 'candidate'; id: number; name: string }
  | { kind: 'system'; name: string }

/** How the log names somebody of the staff. */
export const auditActor = (staff: { id: number; loginName: string; role: StaffRole }): AuditActor => ({
  kind: 'staff',
  id: staff.id,
  name: staff.loginName,
  role: staff.role,
})

/** To whom or what: a candidate by id, or anything else by a short name (`staff:fc.pune`). */
export type AuditSubject = { candidateId?: number; of?: string }

/** Codes, numbers and names of fields; what people wrote belongs in the tables of its feature. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>

/** How every feature writes to the log: within the transaction that it is about. */
export type RecordAct = (actor: AuditActor, act: AuditAct, subject?: AuditSubject, detail?: AuditDetail) => void
