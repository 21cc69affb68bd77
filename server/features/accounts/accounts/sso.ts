import { importSPKI, type JWTPayload, jwtVerify } from 'jose'
import {
  emailPattern,
  mobilePattern,
  namePattern,
  tidyEmail,
  tidyMobile,
  tidyName,
} from '#server/domain/terms/person.ts'
import { outsideWindow } from '#server/domain/terms/schedule.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { type AccountsDeps, nextApplicationId, type Origin } from './deps'
import type { DeviceNotice } from './new-device'
import type { SessionGrant, Sessions } from './sessions'
import type { CandidateRow, SessionActor } from './store'

/** Signed with a key pair only: `none` and shared secrets are refused. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
/** A token may be no older than this. Source: rules §2.8. */
const life = 5 * 60

/** The audience of a token for one portal: the configured audience with the portal's slug. Source: rules §2.8. */
export const ssoAudience = (configured: string, slug: string): string => `${configured}/${slug}`

type Claims = { subject: string; jti: string; expiresAt: number; name: string; email: string; mobile: string }

/** Single sign-on from the parent cell's portal: a signed token, five minutes, one use. Off until configured. */
export function createSso(deps: AccountsDeps, sessions: Sessions, tellOfNewDevice: DeviceNotice) {
  const { db, store, clock } = deps

  async function read(token: string): Promise<Claims | null> {
    const { sso } = deps
    if (!sso) return null
    const audience = ssoAudience(sso.audience, deps.course.slug)
    for (const algorithm of algorithms) {
      const key = await importSPKI(sso.publicKey, algorithm).catch(() => null)
      if (!key) continue
      const verified = await jwtVerify(token, key, {
        issuer: sso.issuer,
        audience,
        algorithms: [algorithm],
        maxTokenAge: life,
        requiredClaims: ['exp', 'iat', 'jti', 'sub'],
        currentDate: new Date(clock.real()),
      }).catch(() => null)
      // Valid for this portal alone: each portal keeps its own list of used tokens.
      if (verified && verified.payload.aud === audience && isShortLived(verified.payload))
        return claimsOf(verified.payload)
    }
    return null
  }

  return {
    isSsoOn: deps.sso !== null,

    async ssoLogin(
      token: string,
      language: Language,
      origin: Origin,
      current: SessionActor | null,
    ): Promise<Result<{ grant: SessionGrant; userId: string }>> {
      if (!deps.sso) return refuse('sso-off', 503)
      const claims = await read(token)
      if (!claims) return refuse('sso-refused', 401)
      return db.transact((): Result<{ grant: SessionGrant; userId: string }> => {
        if (!store.spendSsoToken(claims.jti, claims.expiresAt)) return refuse('sso-refused', 401)
        const found = candidateFor(claims, language)
        if (!found.ok) return found
        if (current) sessions.logout(current)
        tellOfNewDevice(found.value, origin)
        return ok({ grant: sessions.open(found.value, origin, null), userId: found.value.userId })
      })
    },
  }

  /** The account of this subject; else the one with the mobile that the parent portal proved; else a new one. */
  function candidateFor(claims: Claims, language: Language): Result<CandidateRow> {
    const known = store.candidateBySso(claims.subject)
    if (known) return ok(known)
    const byMobile = store.candidateByMobile(claims.mobile)
    if (byMobile) {
      if (byMobile.ssoSubject !== null) return refuse('sso-conflict', 409)
      store.updateCandidate(byMobile.id, { ssoSubject: claims.subject })
      return ok({ ...byMobile, ssoSubject: claims.subject })
    }
    if (store.candidateByEmail(claims.email)) return refuse('sso-conflict', 409)
    if (!deps.isRegistrationOpen(claims.mobile))
      return outsideWindow('registration-closed', deps.nextRegistration(), deps.clock.portal())
    const now = clock.real()
    const candidate = store.addCandidate({
      userId: nextApplicationId(deps),
      fullName: claims.name,
      email: claims.email,
      mobile: claims.mobile,
      state: '',
      district: '',
      ssoSubject: claims.subject,
      language,
      consentedAt: now,
      createdAt: now,
    })
    deps.tell(candidate.id, 'registration-welcome')
    return ok(candidate)
  }
}

/** Does the token itself claim no more than the five minutes that it may live? */
const isShortLived = ({ exp, iat }: JWTPayload): boolean => Number(exp) - Number(iat) <= life

/** Claims from the parent portal must pass the same checks as a candidate's own input. */
function claimsOf({ sub, jti, exp, name, email, mobile }: JWTPayload & Record<string, unknown>): Claims | null {
  const fits = (value: unknown, longest: number, pattern: string): value is string =>
    typeof value === 'string' && value.length <= longest && new RegExp(pattern).test(value)
  const expiresAt = Math.ceil(Number(exp) * 1000)
  if (!fits(sub, 255, '.') || !fits(jti, 255, '.') || !Number.isSafeInteger(expiresAt)) return null
  const written = (value: unknown) => (typeof value === 'string' ? value : '')
  const [fullName, address, number] = [tidyName(written(name)), tidyEmail(written(email)), tidyMobile(written(mobile))]
  if (!fits(fullName, 100, namePattern) || !fits(address, 254, emailPattern) || !fits(number, 10, mobilePattern))
    return null
  return { subject: sub, jti, expiresAt, name: fullName, email: address, mobile: number }
}
