import type { Browser, Page } from '@playwright/test'
import { totpCode } from '#server/features/desk/staff/totp.ts'
import type { LiveCell } from './live-cell'
import { desk as deskScreen, expect } from './server'
import { visitorOn } from './visitor'

const setting = { javaScriptEnabled: true, language: 'en', viewport: deskScreen } as const

export type Officer = Awaited<ReturnType<typeof firstLogin>>

/** A member of staff in a browser of their own: a first login with the one-time password, then a second factor. */
export async function firstLogin(browser: Browser, cell: LiveCell, baseURL: string, name: string, desk = 'admin') {
  const oneTime = cell.oneTime.get(name)!
  const password = `Season-Desk-${name}-27`
  const context = await browser.newContext({ baseURL, locale: 'en-IN', viewport: deskScreen })
  const page = await context.newPage()
  async function enter(secret: string, totp?: string): Promise<void> {
    await page.goto(`/mbale/cell/login/${desk}`)
    await page.getByLabel('Login name').fill(name)
    await page.getByLabel('Password', { exact: false }).first().fill(secret)
    if (totp) await page.locator('input[name="totp"]').fill(totp)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  await enter(oneTime)
  await page.locator('input[name="currentPassword"]').fill(oneTime)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('input[name="confirmPassword"]').fill(password)
  await page.locator('form[data-form="password"] .actions button').click()
  await page.locator('form[data-form="begin"] .actions button').click()
  const shown = page.locator('form[data-form="second-factor"]').locator('xpath=..').locator('code').first()
  const key = (await shown.innerText()).replaceAll(' ', '')
  await page.locator('input[name="totp"]').fill(totpCode(key, cell.now()))
  await page.locator('form[data-form="second-factor"] .actions button').click()
  await expect(page.locator('form[data-form="second-factor"]')).toHaveCount(0)
  return {
    ...visitorOn(page, setting),
    /** Logs in again with password and code, after the session has ended. */
    async logInAgain(): Promise<void> {
      await enter(password, totpCode(key, cell.now()))
      await expect(page).not.toHaveURL(/\/login\//)
    },
  }
}

/** A reader of OTPs at the provider of SMS; it answers each of them once. */
export function otpReader({ sms }: LiveCell) {
  let read = 0
  return async (mobile: string): Promise<string> => {
    const found = { otp: '' }
    await expect
      .poll(() => {
        const texts = sms.textsTo(mobile)
        const place = texts.findLastIndex((text, place) => place >= read && /OTP/.test(text) && /\b\d{6}\b/.test(text))
        if (place < 0) return ''
        read = place + 1
        found.otp = /\b\d{6}\b/.exec(texts[place]!)![0]
        return found.otp
      })
      .not.toBe('')
    return found.otp
  }
}

/** The gateway takes the money for the newest order, and tells the portal by its webhook. */
export async function payNewestOrder(page: Page, { gateway }: LiveCell): Promise<void> {
  const { raw, headers } = gateway.webhook(gateway.pays([...gateway.orders.keys()].at(-1)!))
  const told = await page.request.post('/mbale/candidate/api/payments/webhook/razorpay', {
    headers: { ...headers, 'content-type': 'application/json' },
    data: raw,
  })
  expect(told.status(), await told.text()).toBe(200)
}

/** The acts of a candidate through the API, after a login in this browser. */
export function candidateCalls(
  page: Page,
  { userId, password, mobile }: { userId: string; password: string; mobile: string },
  otp: (mobile: string) => Promise<string>,
) {
  let token = ''
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async function call(method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<any> {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const response = await page.request.fetch(`/mbale/candidate/api/${path}`, { method, data, headers })
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
    return (await response.json()).data
  }
  return {
    call,
    async logIn(): Promise<void> {
      token = ''
      const login = 'candidateLoginController/candidateLogin'
      const first = await call('POST', login, { userId, password })
      const answer = first?.token ? first : await call('POST', login, { userId, password, otp: await otp(mobile) })
      token = answer.token
    },
    /** Password and a fresh OTP, for an act that cannot be taken back. */
    async proof(purpose: string) {
      await call('POST', 'otp', { purpose })
      return { password, otp: await otp(mobile) }
    },
  }
}
