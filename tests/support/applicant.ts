import { requiredDocuments } from '#server/domain/application/required-documents.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { questionSteps } from '#server/domain/terms/question.ts'
import { stateOf } from '#server/domain/terms/states.ts'
import { ashasAnswers } from './answers'
import { noteCaptures } from './books'
import { enterDesk, staffAccount } from './desk'
import { openAfter } from './lived'
import { type Answer, asha, calls, type Opening, signIn, type TestPortal } from './portal'

export type Applicant = ReturnType<typeof applicantOf>

/** A registered candidate with a bearer, and the acts of their application. */
export const applicant = async (portal: TestPortal, person = asha) =>
  applicantOf(portal, person, await signIn(portal, person))

/**
 * A portal whose one candidate has an `account`, has completed the form until the check of the answers, or has `submitted`
 * it. Portals with the same past are copies. `officers`: the login names of officers of e-scrutiny who are there before.
 */
export async function openWithApplicant({
  until = 'submitted',
  person = asha,
  answers = ashasAnswers,
  fee = 1000,
  officers: names = [],
  ...options
}: Opening & {
  until?: 'account' | 'complete' | 'submitted'
  person?: typeof asha
  answers?: Answers
  fee?: number
  officers?: readonly string[]
} = {}) {
  const past = until === 'account' ? [names, person] : [names, person, until, answers, fee]
  const { portal, told } = await openAfter(JSON.stringify(past), options, async (portal) => {
    const accounts = []
    for (const name of names) accounts.push(await staffAccount(portal, 'so', name))
    const one = await applicant(portal, person)
    if (until !== 'account') await one.complete(answers, fee)
    if (until === 'submitted') {
      const submitted = await one.submit()
      if (submitted.status !== 200) throw new Error(submitted.text)
    }
    const { userId, token, cookies } = one
    return { login: { userId, token, cookies }, accounts }
  })
  return {
    portal,
    owner: applicantOf(portal, person, told.login),
    officers: told.accounts.map((account) => enterDesk(portal, 'so', account)),
  }
}

/** The acts of somebody who is signed in. */
export function applicantOf(
  portal: TestPortal,
  person: typeof asha,
  { userId, token, cookies }: Awaited<ReturnType<typeof signIn>>,
) {
  const { services } = portal
  const { application, db } = services
  const id = (db.sqlite.prepare('SELECT id FROM candidates WHERE user_id = ?').get(userId) as { id: number }).id
  const from = { token }
  const stepCall = (slug: string) => `application/steps/${slug}`

  const read = (slug: string): Promise<Answer> => portal.api('GET', stepCall(slug), undefined, from)
  const versionOf = async (slug: string): Promise<number> => (await read(slug)).body.data.version

  /** Saves a step at its newest version unless a version is given. */
  async function save(slug: string, values: object, more: { version?: number; reopens?: string[] } = {}) {
    const version = more.version ?? (await versionOf(slug))
    return portal.api('PUT', stepCall(slug), { ...more, version, values }, from)
  }

  /** Inserts the rows of the documents feature: a file of each kind. */
  function upload(...kinds: string[]): void {
    const add = db.sqlite.prepare(`INSERT OR REPLACE INTO documents
      (candidate_id, kind, hash, media_type, bytes, pages, original_name, uploaded_at)
      VALUES (?, ?, ?, 'application/pdf', 1, 1, 'scan.pdf', ?)`)
    db.transact(() => {
      for (const kind of kinds) {
        db.sqlite
          .prepare(
            'UPDATE documents SET superseded_at = ? WHERE candidate_id = ? AND kind = ? AND superseded_at IS NULL',
          )
          .run(portal.clock.portal(), id, kind)
        add.run(id, kind, `${kind}-${portal.clock.portal()}`, portal.clock.portal())
      }
      application.reconsider(id)
    })
  }

  function removeFile(kind: string): void {
    db.transact(() => {
      db.sqlite.prepare('UPDATE documents SET superseded_at = 1 WHERE candidate_id = ? AND kind = ?').run(id, kind)
      application.reconsider(id)
    })
  }

  /** Inserts the row of a payment. `amount`: rupees. */
  function pay(amount: number, due = 'application-fee'): void {
    db.transact(() => {
      db.sqlite
        .prepare(
          `INSERT INTO payments (candidate_id, due, amount, gateway, status, created_at, changed_at, captured_at)
          VALUES (?, ?, ?, 'demo', 'captured', 1, 1, 1)`,
        )
        .run(id, due, amount * 100)
      noteCaptures(db)
      application.reconsider(id)
    })
  }

  async function details() {
    return (await portal.api('POST', calls.details, undefined, from)).body.data
  }

  async function answer(answers: Answers = ashasAnswers): Promise<void> {
    for (const slug of questionSteps) {
      const saved = await save(slug, answers[slug] ?? {})
      if (saved.status !== 200) throw new Error(`${slug}: ${JSON.stringify(saved.body)}`)
    }
  }

  /** Completes everything up to the check of the answers. */
  async function complete(answers: Answers = ashasAnswers, fee = 1000): Promise<void> {
    await answer(answers)
    upload('photo', 'signature')
    upload(...requiredDocuments(application.answers(id)).map(({ kind }) => kind))
    const proceeded = application.proceed(id, 6)
    if (!proceeded.ok) throw new Error(proceeded.refusal.code)
    pay(fee)
  }

  /** An OTP for an irreversible act, with the password. */
  async function proof(purpose: 'submit' | 'unlock' | 'change-mode') {
    portal.clock.advance(31_000)
    const asked = await portal.api('POST', calls.otp, { purpose }, from)
    if (asked.status !== 200) throw new Error(JSON.stringify(asked.body))
    return { password: person.password, otp: await portal.otpFor(person.mobile) }
  }

  const submit = async () =>
    portal.api('POST', 'application/submit', { declaration: true, ...(await proof('submit')) }, from)
  const unlock = async () => portal.api('POST', 'unLockFormController/UnlockCandidateForm', await proof('unlock'), from)

  const changeMode = async (mode: number) =>
    portal.api('POST', 'application/mode', { mode, ...(await proof('change-mode')) }, from)

  /** Inserts the rows that scrutiny writes. */
  function facts(values: Record<string, number | null>): void {
    const set = Object.keys(values).map((name) => `${name} = @${name}`)
    db.sqlite.prepare(`UPDATE applications SET ${set.join(', ')} WHERE candidate_id = @id`).run({ ...values, id })
  }

  return {
    id,
    userId,
    token,
    cookies,
    person,
    from,
    actor: { candidateId: id },
    read,
    versionOf,
    save,
    upload,
    removeFile,
    pay,
    details,
    answer,
    complete,
    proof,
    submit,
    unlock,
    changeMode,
    facts,
  }
}

/** Confirms a submitted form as its officer of e-scrutiny, or its centre, does. */
export function confirmForm({ services: { application } }: TestPortal, candidateId: number): void {
  const { mode } = application.standing(candidateId).facts
  if (mode === 1) application.pickUp(candidateId)
  application.confirm(candidateId, mode === 1 ? 'officer' : 'centre')
}

/** Opens steps of a submitted form again as an officer of e-scrutiny does; of any other form, as a grievance does. */
export function sendBack({ services: { application } }: TestPortal, candidateId: number, opened: StepNumber[]): void {
  const state = stateOf(application.standing(candidateId).facts)
  const waits = state === 'submitted' || state === 'resubmitted'
  if (waits) application.pickUp(candidateId)
  application.revert(candidateId, opened, waits ? 'send-back' : 'open-by-grievance')
}
