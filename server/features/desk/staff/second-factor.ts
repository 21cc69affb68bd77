import { auditActor } from '#server/domain/terms/audit.ts'
import { renewEach } from '#server/http/seal.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { StaffActor, StaffDeps } from './deps'
import { type QrPath, qrPath } from './qr'
import type { StaffRow } from './store'
import { matchTotp, newTotpSecret, totpAddress } from './totp'

/** `required`: nothing else is open without it. `waiting`: the secret was shown, and its first code has not arrived. */
type SecondFactorView =
  | { state: 'on'; since: number }
  | { state: 'off'; isRequired: boolean }
  | { state: 'waiting'; isRequired: boolean; secret: string; qr: QrPath }

const owner = (staffId: number) => `staff:${staffId}`

/** A code from an authenticator application in addition to the password. An admin removes a lost one. */
export function createSecondFactor({ db, store, clock, seal, record, course, isTotpRequired }: StaffDeps) {
  const secretOf = ({ id, totpSecret }: StaffRow): string | null => totpSecret && seal.open(totpSecret, owner(id))

  /** Accepts a code once. Joins the transaction. */
  function accept(staff: StaffRow, code: string): boolean {
    const secret = secretOf(staff)
    const step = secret && matchTotp(secret, code, clock.real(), staff.totpLastStep)
    if (step === null || step === '') return false
    store.update(staff.id, { totpLastStep: step })
    return true
  }

  return {
    accept,

    /** Seals every second factor anew under the server's present secret. Joins the transaction. */
    renewSeals: () =>
      renewEach(
        store.secondFactors(),
        ({ id, totpSecret }) => seal.renew(totpSecret, owner(id)),
        ({ id }, totpSecret) => store.update(id, { totpSecret }),
      ),

    view(actor: StaffActor): SecondFactorView {
      const staff = store.staff(actor.id)!
      if (staff.totpEnabledAt !== null) return { state: 'on', since: staff.totpEnabledAt }
      const secret = secretOf(staff)
      if (!secret) return { state: 'off', isRequired: isTotpRequired }
      const qr = qrPath(totpAddress(secret, course.courseShortTitle.en, staff.loginName))
      return { state: 'waiting', isRequired: isTotpRequired, secret, qr }
    },

    /**
     * Makes a secret for an authenticator, and a different one on each request. Only this login keeps its session:
     * every other one was opened with the password alone.
     */
    begin(actor: StaffActor): Result<undefined> {
      return db.transact((): Result<undefined> => {
        if (store.staff(actor.id)!.totpEnabledAt !== null) return refuse('second-factor-on', 409)
        const totpSecret = seal.close(newTotpSecret(), owner(actor.id))
        store.update(actor.id, { totpSecret, totpLastStep: null })
        store.endSessions(actor.id, clock.real(), actor.sessionId)
        return ok()
      })
    },

    /** The first code proves that the authenticator has the secret. */
    confirm(actor: StaffActor, code: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const staff = store.staff(actor.id)!
        if (staff.totpEnabledAt !== null) return refuse('second-factor-on', 409)
        if (!accept(staff, code)) {
          return refuse('check-answers', 422, { fields: [{ field: 'totp', code: 'totp.wrong' }] })
        }
        store.update(staff.id, { totpEnabledAt: clock.real() })
        record(auditActor(actor), 'staff.second-factor-set')
        return ok()
      })
    },
  }
}

export type SecondFactor = ReturnType<typeof createSecondFactor>
