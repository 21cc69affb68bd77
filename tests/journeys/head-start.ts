import type { Page } from '@playwright/test'
import { requiredDocuments } from '#server/domain/application/required-documents.ts'
import { type View, viewMediaType } from '#server/domain/site/view.ts'
import { questionSteps } from '#server/domain/terms/question.ts'
import type { Applicant } from './applicants'
import { type Upload, uploads } from './application'
import { type Candidate, register, signIn } from './people'
import type { Server } from './server'
import type { Visitor } from './visitor'

/** The progress of a candidate at the start of a journey that is not about the steps before it. */
export type Reached = 'answered' | 'photographed' | 'uploaded' | 'paid' | 'submitted'
const milestones: readonly Reached[] = ['answered', 'photographed', 'uploaded', 'paid', 'submitted']

/** A candidate who is logged in on this browser and has reached this milestone, by posts without the pages. */
export async function startAt(
  { page, language }: Visitor,
  server: Server,
  applicant: Applicant,
  reached: Reached,
): Promise<Candidate> {
  const { course } = applicant
  const candidate = await register(server, language, course)
  await signIn(page, candidate, server, course)
  await goOnTo(reached, page, applicant, candidate, server.otp)
  return candidate
}

/**
 * A candidate who is logged in on this page goes on to a milestone, by posts without the pages. `otp`: the OTP that went
 * to a number. `pay`: pays the order that the portal has just made; the demo's gateway by default.
 */
export async function goOnTo(
  reached: Reached,
  page: Page,
  { course, answers }: Applicant,
  { mobile, password }: Pick<Candidate, 'mobile' | 'password'>,
  otp: (mobile: string) => Promise<string>,
  pay?: () => Promise<void>,
): Promise<void> {
  const base = `/${course}/candidate/`
  const viewOf = async (path: string) =>
    (await (await page.request.get(path, { headers: { accept: viewMediaType } })).json()) as View
  const { session } = await viewOf(`${base}dashboard`)
  const csrf = { _csrf: session!.csrf }

  async function post(path: string, body: Record<string, string | Upload>): Promise<string> {
    const hasFile = Object.values(body).some((value) => typeof value !== 'string')
    const sent = { ...csrf, ...body }
    const data = hasFile ? { multipart: sent } : { form: sent as Record<string, string> }
    const response = await page.request.post(path, { ...data, maxRedirects: 0 })
    if (response.status() !== 303) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
    return response.headers().location!
  }

  const work: Record<Reached, () => Promise<unknown>> = {
    async answered() {
      for (const slug of questionSteps) await post(base + slug, { version: '0', ...answers[slug] })
    },
    async photographed() {
      const { photo, signature } = await uploads
      await post(`${base}photo-details`, { kind: 'photo', photo })
      await post(`${base}photo-details`, { kind: 'signature', signature })
    },
    async uploaded() {
      const { scan } = await uploads
      for (const { kind } of requiredDocuments(answers)) await post(`${base}documents-details`, { kind, [kind]: scan })
      await post(`${base}documents-details`, { intent: 'proceed' })
    },
    async paid() {
      const checkout = await post(`${base}payment`, { due: 'application-fee' })
      if (pay) return pay()
      const { data } = await viewOf(checkout)
      await post((data as { checkout: { action: string } }).checkout.action, { outcome: 'succeed' })
    },
    async submitted() {
      const proof = await post(`${base}print-pdf`, { intent: 'otp' })
      await post(proof, { declaration: 'true', password, otp: await otp(mobile) })
    },
  }
  for (const milestone of milestones.slice(0, milestones.indexOf(reached) + 1)) await work[milestone]()
}
