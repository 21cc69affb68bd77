import { setTimeout as pause } from 'node:timers/promises'
import { liked, type Offered } from '#server/demo/cohort-options.ts'
import { drawFrom } from '#server/demo/draw.ts'
import { requiredDocuments } from '#server/domain/application/required-documents.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import { questionSteps } from '#server/domain/terms/question.ts'
import { isWaiverCode } from '#server/domain/terms/seat-types.ts'
import { multipart, type TestFile } from '#tests/support/files.ts'
import { type Answer, isDone, type Phone } from './phone'

export type Files = { photo: Buffer; signature: Buffer; scan: Buffer }

/** How far somebody has come. `reached`: of the form, in its order. */
export type Progress = {
  userId: string | null
  reached: 'nothing' | 'registered' | 'answered' | 'uploaded' | 'paid' | 'submitted'
  /** A payment at whose end they have not been told anything. */
  isPaying: boolean
  /** The round in whose result they have read that they have no seat. */
  seatless: CapRound | null
}

/** What a person can do, in the order in which a season asks for it. */
export function candidateWith(phone: Phone, progress: Progress, files: Files, offered: readonly Offered[]) {
  const { plan } = phone
  const controller = 'candidateRegistrationController'
  const login = 'candidateLoginController'

  /** Password and a fresh OTP, for an act that cannot be taken back; null if none comes. */
  async function proof(purpose: string) {
    await phone.putTextsAside()
    const asked = await phone.call('an OTP asked for', 'POST', 'otp', { purpose }, ['otp-wait'])
    const otp = isDone(asked) ? await phone.otp() : null
    return otp === null ? null : { password: plan.password, otp }
  }

  async function register(): Promise<boolean> {
    await phone.open('home page', 'home', { isOwn: false })
    await phone.think()
    await phone.open('registration page', 'registration', { isOwn: false })
    await phone.think()
    const body = { ...plan.form, password: plan.password, confirmPassword: plan.password, consent: true }
    await phone.putTextsAside()
    const begun = await phone.call('registration', 'POST', `${controller}/candidateRegistration`, body)
    const otp = isDone(begun) ? await phone.otp() : null
    if (otp === null) return false
    const proved = await phone.call('registration proved', 'POST', `${controller}/verifyOtp`, {
      registrationId: begun.data.registrationId,
      otp,
    })
    if (!isDone(proved)) return false
    progress.userId = proved.data.userId
    progress.reached = 'registered'
    return true
  }

  async function recover(): Promise<void> {
    const wrong = { userId: progress.userId, password: 'Summer2023' }
    await phone.call('wrong password', 'POST', `${login}/candidateLogin`, wrong, ['login-wrong'])
    await phone.putTextsAside()
    const asked = await phone.call('forgotten password', 'POST', `${login}/forgotPasswordOTP`, {
      userId: progress.userId,
    })
    const otp = isDone(asked) ? await phone.otp() : null
    if (otp === null) return
    plan.password = `${plan.password}x`
    await phone.call('new password', 'POST', `${login}/recoverForgot_Password_Otp`, {
      recoveryId: asked.data.recoveryId,
      otp,
      password: plan.password,
      confirmPassword: plan.password,
    })
  }

  /** Logs in if the session has ended; true if somebody is in. */
  async function logIn(): Promise<boolean> {
    if (progress.userId === null) return false
    phone.setBearer(null)
    await phone.open('login page', 'login', { isOwn: false })
    const given = { userId: progress.userId, password: plan.password }
    const path = `${login}/candidateLogin`
    await phone.putTextsAside()
    let answer = await phone.call('login', 'POST', path, given)
    if (answer.status === 202) {
      const otp = await phone.otp()
      if (otp === null) return false
      answer = await phone.call('login with OTP', 'POST', path, { ...given, otp })
    }
    if (!isDone(answer) || !answer.data?.token) return false
    phone.setBearer(answer.data.token)
    await phone.open('dashboard', 'dashboard')
    return true
  }

  /** Answers the five steps of questions; stops after the last one. */
  async function answerSteps(): Promise<boolean> {
    for (const slug of questionSteps) {
      await phone.open(`form page`, slug)
      await phone.think()
      const path = `application/steps/${slug}`
      const read = await phone.call('step read', 'GET', path)
      if (!isDone(read)) return false
      const body = { version: read.data.version, values: plan.answers![slug] ?? {} }
      if (!isDone(await phone.call(`step ${slug}`, 'PUT', path, body))) return false
    }
    progress.reached = 'answered'
    return true
  }

  const upload = (kind: string, file: TestFile, planned: string[] = []) => {
    const { body, headers } = multipart({ kind }, [file])
    return phone.call(
      kind === 'photo' ? 'photograph' : 'document',
      'POST',
      'documents',
      { content: body, headers },
      planned,
    )
  }

  async function uploadAll(): Promise<boolean> {
    await phone.open('form page', 'photo-details')
    if (plan.wrongFile) {
      const wrong = { name: 'photo.jpg', content: Buffer.from('This is no picture at all'), type: 'image/jpeg' }
      const refused = await upload('photo', wrong, ['file-refused'])
      if (isDone(refused)) throw new Error('the portal took a text for a photograph')
      await phone.think()
    }
    const pictures: [string, TestFile][] = [
      ['photo', { name: 'IMG_0042.jpg', content: files.photo, type: 'image/jpeg' }],
      ['signature', { name: 'signature.png', content: files.signature, type: 'image/png' }],
    ]
    for (const [kind, file] of pictures) if (!isDone(await upload(kind, file))) return false
    if (!isDone(await phone.call('step photo-details', 'PUT', 'application/steps/photo-details', {}))) return false
    await phone.open('form page', 'documents-details')
    const scan = { name: 'scan.pdf', content: files.scan, type: 'application/pdf' }
    for (const { kind } of requiredDocuments(plan.answers!)) {
      await phone.think()
      if (!isDone(await upload(kind, scan))) return false
    }
    if (!isDone(await phone.call('step documents-details', 'PUT', 'application/steps/documents-details', {})))
      return false
    progress.reached = 'uploaded'
    return true
  }

  /** Pays a due; true once the portal says that it has the money. `waits`: stays until a late payment arrives. */
  async function pay(due: string, waits: boolean): Promise<boolean> {
    const luck = progress.isPaying ? 'paid' : plan.luck
    for (const tries of [luck, 'paid'] as const) {
      if (!progress.isPaying) {
        await phone.open('payment page', due === 'application-fee' ? 'payment' : 'self-arc-home')
        const begun = await phone.call('payment begun', 'POST', 'payments', { due }, ['payment-pending', 'nothing-due'])
        if (begun.code === 'nothing-due') return true
        if (!isDone(begun)) return false
        const order = begun.data.checkout.fields.order_id as string
        await phone.think()
        const back = await phone.pay(order, tries)
        progress.isPaying = back === null
        if (back !== null) await phone.open('return from the gateway', `payment/return?order=${order}`)
      }
      const until = performance.now() + (waits || !progress.isPaying ? 90_000 : 0)
      do {
        const all = await phone.call('payments read', 'GET', 'payments')
        const newest = (all.data ?? []).find((one: { due: string }) => one.due === due)
        if (newest?.status === 'captured') {
          progress.isPaying = false
          return true
        }
        if (newest?.status === 'failed') break
        if (newest) await phone.call('payment checked', 'POST', `payments/${newest.id}/check`, {}, ['check-too-soon'])
        await pause(4000)
      } while (performance.now() < until)
      if (progress.isPaying) return false
    }
    return false
  }

  async function submit(): Promise<boolean> {
    await phone.open('form page', 'print-pdf')
    await phone.think()
    const given = await proof('submit')
    if (given === null) return false
    const done = await phone.call('submission', 'POST', 'application/submit', { declaration: true, ...given })
    if (isDone(done)) progress.reached = 'submitted'
    return isDone(done)
  }

  return {
    plan,
    progress,
    logIn,

    /** Comes for the first time, or comes back, and goes on as far as they mean to. */
    async apply(isLast: boolean): Promise<void> {
      if (progress.reached === 'nothing') {
        if (!(await register())) return
      } else if (plan.forgets && isLast) await recover()
      if (plan.answers === null || !(await logIn())) return
      if (progress.reached === 'registered') {
        if (!(await answerSteps())) return
        if (plan.pauses && !isLast) return
      }
      if (progress.reached === 'answered' && !(await uploadAll())) return
      if (progress.reached === 'uploaded') {
        if (!(await pay('application-fee', isLast))) return
        if (!isDone(await phone.call('step payment', 'PUT', 'application/steps/payment', {}))) return
        progress.reached = 'paid'
      }
      if (progress.reached === 'paid') await submit()
    },

    /** Corrects a form that came back from scrutiny, and sends it again. */
    async correct(): Promise<void> {
      if (!(await logIn())) return
      const details = await phone.call('details', 'POST', `${login}/getCandidateDetails`, {})
      if (details.data?.discrepancy !== 1 && details.data?.discrepancy !== true) return
      const path = 'application/steps/qualifications-details'
      const read = await phone.call('step read', 'GET', path)
      const body = { version: read.data?.version, values: plan.answers!['qualifications-details'] }
      const saved = await phone.call('step corrected', 'PUT', path, body, ['step-not-flagged'])
      if (saved.code === 'step-not-flagged') {
        // Not the answers were wrong: the marksheet could not be read.
        const scan = { name: 'scan again.pdf', content: files.scan, type: 'application/pdf' }
        if (!isDone(await upload('ssc-marksheet', scan))) return
        const next = 'application/steps/documents-details'
        if (!isDone(await phone.call('step corrected', 'PUT', next, {}))) return
      } else if (!isDone(saved)) return
      await phone.call('form sent again', 'GET', 'discrepancyController/submitDiscrepancy')
    },

    /** Looks whether anything is new, and pays what has fallen due. */
    async look(page: string): Promise<void> {
      if (!(await logIn())) return
      await phone.open('own list', page)
      await phone.open('messages', 'message-viewall')
    },

    async choose(round: CapRound): Promise<void> {
      const { list, confirms } = plan.of(round)
      if (list === 0 || !(await logIn())) return
      const path = `option-form/${round}`
      const out = ['options-without-merit', 'options-not-open', 'no-seat', 'options-seat-final', 'not-found']
      const read = await phone.call('option list read', 'GET', path, undefined, out)
      if (!isDone(read) || read.data.locked !== null) return
      const draw = drawFrom(5_000_000 + 10 * plan.n + round)
      const isTfws = claimsOf(plan.answers!)?.isTfws === true
      const choices = liked(offered, plan.form.district, draw)
        .filter((code) => isTfws || !isWaiverCode(code))
        .slice(0, list)
      await phone.open('option form', 'option-form/select-institutes')
      await phone.think()
      const first = await phone.call('option list saved', 'PUT', path, {
        version: read.data.version,
        choices: choices.slice(0, Math.ceil(choices.length / 2)),
      })
      if (!isDone(first)) return
      await phone.open('option form', 'option-form/select-prefrence')
      await phone.think()
      const saved = await phone.call('option list saved', 'PUT', path, { version: first.data.version, choices })
      if (!isDone(saved) || !confirms) return
      const given = await proof('confirm-options')
      if (given) await phone.call('option list confirmed', 'POST', `${path}/confirm`, given)
    },

    /** Result night: the result, the list, for some the letter. */
    async seeResult(round: CapRound): Promise<void> {
      await phone.open('home page', 'home', { isOwn: false })
      if (!(await logIn())) return
      await phone.open('result', 'allotment')
      const seat = await phone.call('seat read', 'GET', `seat-acceptance/${round}`, undefined, ['no-seat'])
      progress.seatless = seat.code === 'no-seat' ? round : null
      if (isDone(seat) && plan.n % 3 === 0)
        await phone.open('letter', `allotment/letter-${round}.pdf`, { isOwn: false })
    },

    /** Verifies, decides and pays for the seat of a round, as planned. */
    async accept(round: CapRound): Promise<void> {
      const { decision } = plan.of(round)
      if (decision === 'nothing' || !(await logIn())) return
      const seat = await phone.call('seat read', 'GET', `seat-acceptance/${round}`, undefined, ['no-seat'])
      if (!isDone(seat)) return
      await phone.open('seat', 'self-arc-home')
      const path = `self-verification/${round}`
      const read = await phone.call('facts read', 'GET', path, undefined, ['no-seat', 'already-verified'])
      if (isDone(read) && read.data.verifiedAt === null && read.data.refused === null) {
        const facts = Object.fromEntries(read.data.facts.map(({ fact }: { fact: string }) => [fact, 'correct']))
        const given = await proof('self-verify')
        if (given === null) return
        if (!isDone(await phone.call('facts verified', 'POST', path, { facts, right: {}, ...given }))) return
      }
      const given = await proof('accept-seat')
      if (given === null) return
      const decide = (how: string): Promise<Answer> =>
        phone.call('seat decided', 'POST', `seat-acceptance/${round}/${how}`, given, [
          'already-accepted',
          'must-freeze',
        ])
      // Who hears that their first choice can only be frozen, freezes it; the OTP is still good.
      const tried = await decide(decision)
      const decided = tried.code === 'must-freeze' ? await decide('freeze') : tried
      if (!isDone(decided)) return
      if (decided.data.state === 'to-pay') await pay('seat-acceptance', true)
    },

    /** Gives up an admission. */
    async cancel(): Promise<void> {
      if (!(await logIn())) return
      const view = await phone.call('cancellation read', 'GET', 'cancellation')
      if (!view.data?.mayCancel) return
      const given = await proof('cancel')
      if (!given) return
      await phone.call('admission cancelled', 'POST', 'cancellation', {
        reason: 'I have found a seat nearer to my home.',
        ...given,
      })
    },
  }
}

export type Candidate = ReturnType<typeof candidateWith>
