import type { Page } from '@playwright/test'
import { personaPassword } from '#server/demo/personas.ts'
import { expect, type Server } from './server'
import type { Visitor } from './visitor'

/** The newest OTP of this server; one person acts at a time. */
async function newestOtp({ url }: Server): Promise<string> {
  const messages = (await (await fetch(`${url}/demo/outbox.json`)).json()) as { template: string; otp?: string }[]
  const otp = messages.find(({ template, otp }) => template === 'step-up-otp' && otp)?.otp
  if (!otp) throw new Error('no OTP was sent')
  return otp
}

/** A form on the page of seat acceptance. */
export const formOf = (page: Page, name: string) => page.locator(`form[data-form="${name}"]`)
export const submit = (page: Page, name: string) => formOf(page, name).locator('.actions button').first().click()

/** Once the OTP was sent, what is asked next is in sight and has the focus. */
export async function expectAsked({ t, field }: Visitor): Promise<void> {
  await expect(field(t('proof:password.label'))).toBeFocused()
  await expect(field(t('proof:password.label'))).toBeInViewport()
}

/** Enters password and OTP, and sends the form. */
export async function prove({ page, t, field }: Visitor, server: Server, form: string): Promise<void> {
  await expect(field(t('proof:password.label'))).toBeFocused()
  await expect(page.locator(`form[data-form="${form}"]`).getByRole('link', { name: t('proof:forgot') })).toBeVisible()
  await field(t('proof:password.label')).fill(personaPassword)
  await page.locator('input[name="otp"]').fill(await newestOtp(server))
  await submit(page, form)
}
