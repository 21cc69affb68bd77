import type { FastifyReply, FastifyRequest } from 'fastify'
import type { namesIn } from '#server/domain/application/form/seat-names.ts'
import type { Access } from '#server/domain/site/access.ts'
import type { ActivityWindow, CourseView, OwnStanding, SessionView, StaffView, View } from '#server/domain/site/view.ts'
import type { Permission } from '#server/domain/terms/permissions.ts'
import type { CandidateRoute, CellFile, CellRoute } from '#server/domain/terms/routes.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { AssetSource } from '../assets'
import type { PortalCookies } from '../cookies'
import type { KeptForm } from '../kept-form'
import type { PageCache } from '../page-cache'
import type { UploadSpace } from '../upload'

/** Somebody with a session: the token of their forms. */
export type Person = { csrf: string }

/** The person who asks for a page: at most one of the two. */
export type Caller<Actor, Staff> = { actor: Actor | null; staff: Staff | null }

/**
 * The portal, as its pages need it. `Actor`: the candidate of a session cookie; `Staff`: the staff member of a desk
 * cookie.
 */
export type PageHost<Services, Actor extends Person, Staff extends Person> = {
  services: Services
  base: string
  cellBase: string
  cookies: PortalCookies
  assets: AssetSource
  cache: PageCache
  /** The space for incoming files of forms. */
  uploads: UploadSpace
  /** The candidate who sends a form; null for anybody else. */
  uploaderOf(request: FastifyRequest): number | null
  course(language: Language): CourseView
  /** See `PageContext`. */
  namesIn: (language: Language) => ReturnType<typeof namesIn>
  /** The origin at which candidates reach the portal. */
  origin(): string
  /** The portal's clock. */
  now(): number
  arrivedAt(request: FastifyRequest): Instant
  actorOf(request: FastifyRequest): Actor | null
  sessionOf(actor: Actor): SessionView
  access(route: CandidateRoute, actor: Actor): Access
  /** Could the candidate take their locked form back for changes now? */
  mayUnlock(actor: Actor): boolean
  /** The window in which a permission opens its pages; null if no activity does, or it is over. */
  windowOf(permission: Permission, language: Language): ActivityWindow | null
  /** How the candidate's own seat or grievance stands, for a page about it that they cannot open; null for any other page. */
  standingOf(actor: Actor, permission: Permission, language: Language): OwnStanding | null
  rememberLanguage(actor: Actor, language: Language): void
  /** Keeps a form sent after its session ended, for its owner; null if the owner is unknown. */
  keepForm(request: FastifyRequest, form: KeptForm): string | null
  /** The form kept under this cookie; null if it belongs to another candidate or is too old. */
  keptForm(cookie: string, actor: Actor): KeptForm | null
  /** Waits until it is the turn of a page to be drawn; false if there is no room now, which `refuse` says. */
  hasRoom(request: FastifyRequest): Promise<boolean>
  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply
  desk: {
    actorOf(request: FastifyRequest): Staff | null
    viewOf(staff: Staff): StaffView
    /** Is the record that this route shows with these parameters closed to everybody at the desk? */
    isClosed(route: CellRoute | CellFile, params: Readonly<Record<string, string>>): boolean
  }
  banner(language: Language): View['banner']
  demo(): View['demo']
}
