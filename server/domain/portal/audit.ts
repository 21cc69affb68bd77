import type { StaffRole } from './staff'

/**
 * Every entry of the audit log, as `<feature>.<act>`. Add a new act of staff here and its words in `staff.json`
 * (`act.<name>`).
 */
export const auditActs = [
  'staff.login',
  'staff.login-refused',
  'staff.logout',
  'staff.password-changed',
  'staff.second-factor-set',
  'staff.sessions-ended',
  'staff.change-prepared',
  'staff.change-released',
  'staff.change-refused',
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
  'orders.zone-read',
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
  'self-verification.submitted',
  'self-verification.corrected',
  'seat-acceptance.decided',
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
  'reporting.list-read',
  'reporting.candidate-read',
  'reporting.document-read',
  'reporting.admitted',
  'reporting.reset',
  'reporting.day-signed',
  'reporting.exported',
  'reporting.correction-prepared',
  'reporting.correction-released',
  'reporting.correction-refused',
  'cancellation.requested',
  'cancellation.list-read',
  'cancellation.return-recorded',
  'notices.rescheduled',
  'notices.published',
  'notices.changed',
  'notices.withdrawn',
  'notices.restored',
  'content.setting-changed',
  'content.file-published',
  'content.file-withdrawn',
  'housekeeping.checked',
  'housekeeping.restored',
  'housekeeping.unarchived',
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

/** The actor. `name`: a login name, an Application ID, or the name of a job. */
export type AuditActor =
  | { kind: 'staff'; id: number; name: string; role: StaffRole }
  | { kind: 'candidate'; id: number; name: string }
  | { kind: 'system'; name: string }

/** The name of a staff member in the log. */
export const auditActor = (staff: { id: number; loginName: string; role: StaffRole }): AuditActor => ({
  kind: 'staff',
  id: staff.id,
  name: staff.loginName,
  role: staff.role,
})

/** The subject: a candidate by id, or anything else by a short name (`staff:fc.pune`). */
export type AuditSubject = { candidateId?: number; of?: string }

/** Codes, numbers and names of fields; free text belongs in the feature's own tables. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>

/** Writes to the log, in the transaction of the act itself. */
export type RecordAct = (actor: AuditActor, act: AuditAct, subject?: AuditSubject, detail?: AuditDetail) => void
