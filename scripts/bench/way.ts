import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { mbale } from '#server/courses/courses.ts'
import { labelOf } from '#server/domain/application/form/answer-words.ts'
import { stepForms } from '#server/domain/application/form/forms.ts'
import { requiredDocuments } from '#server/domain/application/required-documents.ts'
import { questionSteps } from '#server/domain/terms/question.ts'
import { ashasAnswers, obc } from '#tests/support/answers.ts'
import { jpeg, png } from '#tests/support/files.ts'
import { ownFolder } from './own-folder'
import { type Running, startProduct } from './processes'

/**
 * `npm run bench -- way`: what the way of a candidate costs, counted on the built demo in Chromium: screens, height to
 * scroll past, taps. The person is on a phone, reads Marathi, is OBC of type A with e-scrutiny, makes no mistake, and
 * scrolls through every page. Counts only, but on a busy machine a step is a line higher where the words of what is kept
 * come before the walk goes on.
 */
const phone = { width: 360, height: 740 }
const wide = { width: 1280, height: 800 }
const base = '/mbale/candidate/'
const folder = ownFolder('way')

const texts: Record<string, string> = {}
for (const file of readdirSync('server/i18n/locales/mr')) {
  const words = JSON.parse(readFileSync(`server/i18n/locales/mr/${file}`, 'utf8')) as Record<string, string>
  for (const [key, text] of Object.entries(words)) texts[`${file.replace('.json', '')}:${key}`] = text
}
const say = (key: string) => texts[key] ?? key

/** OBC of type A with every certificate and the tuition fee waiver: nine documents. */
const { category: _c, caste: _k, ...certificates } = ashasAnswers['category-details']
const answers = {
  ...ashasAnswers,
  'category-details': { ...certificates, ...obc },
  'qualifications-details': { ...ashasAnswers['qualifications-details'], degreeMarks: '2480' },
}
const person = {
  fullName: 'वैशाली दत्तात्रय जाधव',
  email: 'vaishali@example.org',
  mobile: '9823456199',
  password: 'Monsoon24',
}
const newcomer = { ...person, confirmPassword: person.password, state: 'MH', district: 'MH-pune' }
const signature = await png({ width: 700, height: 300 })
let photographs = 0
/** Another photograph each time: one file for two documents is a mistake, of which the page warns. */
const photographed = async () => {
  const number = ++photographs
  const buffer = await jpeg({ width: 700 + number, height: 900 })
  return { name: `IMG_${4200 + number}.jpg`, mimeType: 'image/jpeg', buffer }
}
type Picked = Awaited<ReturnType<typeof photographed>>

type Counts = { screens: { screen: string; address: string; height: number }[]; taps: number; passwords: number }
const nothing = (): Counts => ({ screens: [], taps: 0, passwords: 0 })

/** A person at a browser whose screens, taps and passwords are counted. */
function walkerOn(page: Page) {
  let counts = nothing()
  const address = () => new URL(page.url()).pathname.replace(base, '') + new URL(page.url()).search
  const main = page.getByRole('main')

  /**
   * The screen as it is now, as high as it ever was. The same path under the same title is the same screen: an OTP that is
   * asked below what the person was reading is no other one, and the confirmation, which has another title, is.
   */
  async function look(): Promise<void> {
    await page.waitForLoadState()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    const title = await page.locator('h1').first().innerText()
    const screen = `${new URL(page.url()).pathname} ${title}`
    const last = counts.screens.at(-1)
    if (last?.screen === screen) last.height = Math.max(last.height, height)
    else counts.screens.push({ screen, address: address(), height })
  }

  /** A tap that leads to another screen. */
  async function go(control: Locator): Promise<void> {
    await look()
    const before = page.url()
    counts.taps++
    await control.click()
    await page
      .waitForURL((url) => url.href !== before, { timeout: 60_000 })
      .catch(async () => {
        const faults = await page.getByRole('alert').allInnerTexts()
        throw new Error(`${address()} leads nowhere: ${faults.join(' · ')}`)
      })
    // A page that sends itself on is no screen to look at.
    const isOnItsWay = /payment\/checkout|payment$/
    if (isOnItsWay.test(page.url())) await page.waitForURL(/gateway/, { timeout: 5000 }).catch(() => {})
    await page.waitForLoadState('networkidle')
    await look()
  }

  /** The first control on the page whose name is one of these texts: today's first, earlier ones after it. */
  async function named(...keys: string[]): Promise<Locator> {
    for (let tries = 0; tries < 60; tries++) {
      for (const key of keys.filter((one) => one in texts)) {
        const words = texts[key]!.split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        const name = new RegExp(`^${words.join('.+')}`)
        const found = main.getByRole('button', { name }).or(main.getByRole('link', { name })).filter({ visible: true })
        if (await found.count()) return found.first()
      }
      await page.waitForTimeout(250)
    }
    throw new Error(`${address()}: none of ${keys.join(', ')} is there`)
  }

  const link = (to: string) => main.locator(`a[href*="${base}${to}"]`).filter({ visible: true }).first()

  /** Fills a control found by its name; false if the page has none. */
  async function answer(name: string, value: string, words = value): Promise<boolean> {
    const control = page.locator(`main [name="${name}"]`).and(page.locator(':not([type="hidden"]):enabled'))
    if (!(await control.count())) return false
    const kind = await control.first().evaluate((one) => (one as HTMLInputElement).type)
    if (kind === 'password') counts.passwords++
    const press = (one: Locator) => one.evaluate((box: HTMLInputElement) => box.checked || box.click())
    if (kind === 'radio') await press(page.locator(`main [name="${name}"][value="${value}"]`))
    else if (kind === 'checkbox') await press(control.first())
    else if (kind.startsWith('select')) await control.first().selectOption(value)
    else await control.first().fill(words)
    return true
  }

  return {
    page,
    main,
    address,
    look,
    go,
    named,
    link,
    answer,
    tap: async (control: Locator) => {
      counts.taps++
      await control.click()
    },
    /** The picker of the phone: one tap opens it, and what happens in it is the phone's. */
    pick: async (input: Locator, file: Picked) => {
      counts.taps++
      await input.setInputFiles(file)
    },
    counts: () => counts,
    /** Counts what `work` does by itself. */
    async apart(work: () => Promise<void>): Promise<Counts> {
      const [outer, own] = [counts, nothing()]
      counts = own
      await work()
      counts = outer
      return own
    },
  }
}
type Walker = ReturnType<typeof walkerOn>

async function otpOf({ url }: Running): Promise<string> {
  const sent = (await (await fetch(`${url}/demo/outbox.json?to=${person.mobile}`)).json()) as { otp?: string }[]
  return sent.find(({ otp }) => otp)!.otp!
}

/** From the home page to the first step of the form. */
async function register(walker: Walker, server: Running): Promise<void> {
  const { page, go, named, answer, link, address } = walker
  await page.goto(`${server.url}${base}home?lang=mr`)
  await page.waitForLoadState('networkidle')
  await page.goto(`${server.url}${base}home`)
  await go(await named('home:register', 'shell:menu.registration'))
  for (const [name, value] of Object.entries(newcomer)) await answer(name, value)
  await answer('consent', 'true')
  await go(await named('registration:submit'))
  await answer('otp', await otpOf(server))
  await go(await named('registered:otp-verify.submit'))
  while (!address().startsWith('type-of-candidature')) {
    if (address().startsWith('login')) {
      await answer('password', person.password)
      await go(await named('shell:log-in'))
    } else if (await link('type-of-candidature').count()) await go(link('type-of-candidature'))
    else if (await link('dashboard').count()) await go(link('dashboard'))
    else await go(await named('shell:log-in'))
  }
}

/** The five steps of questions. */
async function fillIn(walker: Walker): Promise<void> {
  const forms = stepForms(mbale.form)
  for (const slug of questionSteps) {
    if (!walker.address().startsWith(slug)) continue
    const given: Readonly<Record<string, string>> = answers[slug]
    // In the order of the form: an answer opens the questions that depend on it.
    for (const question of forms[slug].sections.flatMap((section) => section.questions)) {
      if (question.name === 'type' && (await walker.answer('find-place', 'state'))) {
        await walker.answer('find-domicile', 'self')
        await walker.answer('find-service', 'none')
        continue
      }
      const value = given[question.name]
      const words = value && question.kind === 'search' ? labelOf(question, value, 'mr', say) : value
      if (value && question.kind === 'date') {
        const [year, month, date] = value.split('-') as [string, string, string]
        await walker.answer(`${question.name}-day`, date)
        await walker.answer(`${question.name}-month`, month)
        await walker.answer(`${question.name}-year`, year)
      } else if (value && words) await walker.answer(question.name, value, words)
    }
    await walker.go(await walker.named(slug === 'type-of-candidature' ? 'steps:proceed' : 'steps:save-and-proceed'))
  }
}

/** A file for the entry that takes this kind: its control opens, takes the file, and sends it if it does not by itself. */
async function upload(walker: Walker, kind: string, file: Picked): Promise<void> {
  const { page, main, pick, tap } = walker
  const input = main.locator(`input[type="file"][name="${kind}"]`).first()
  const entry = main.locator('li, section, form').filter({ has: page.locator(`input[name="${kind}"]`) })
  const isOpen = () =>
    input.evaluate((one) => one.closest('details')?.open !== false && (one.parentElement?.checkVisibility() ?? true))
  if (!(await input.count())) await tap(main.getByRole('button', { name: say(`documents:kind.${kind}`) }).first())
  else if (!(await isOpen()))
    await tap(entry.last().locator('xpath=ancestor-or-self::li[1]').locator('summary').first())
  await pick(input, file)
  const name = say('documents:upload.submit').replace('{{name}}', say(`documents:kind.${kind}`))
  const send = main.getByRole('button', { name, exact: true }).filter({ visible: true })
  const isSent = async () =>
    (await main.locator(`[href*="documents/view/${kind}"], [src*="documents/view/${kind}"]`).count()) > 0
  for (let tries = 0; !(await isSent()); tries++) {
    if (tries === 100) throw new Error(`${kind} was not uploaded`)
    if (tries === 4 && (await send.count())) await tap(send)
    await page.waitForTimeout(300)
  }
}

async function documents(walker: Walker): Promise<number> {
  await upload(walker, 'photo', await photographed())
  await upload(walker, 'signature', { name: 'sign.png', mimeType: 'image/png', buffer: signature })
  await walker.go(walker.link('documents-details'))
  const before = walker.counts().taps
  for (const { kind } of requiredDocuments(answers)) await upload(walker, kind, await photographed())
  const taps = walker.counts().taps - before
  await walker.look()
  await walker.go(await walker.named('documents:list.proceed', 'documents:list.to-payment'))
  return taps
}

const isAtGateway = ({ page }: Walker) => page.url().includes('/gateway/')

/** To the gateway by the way that the page offers. */
async function toGateway(walker: Walker): Promise<void> {
  const ways = ['payments:pay.again', 'payments:pay.go', 'payments:pay.go-on', 'payments:checkout.go']
  while (!isAtGateway(walker)) await walker.go(await walker.named(...ways))
}

/** Fails once, counted apart, then pays. */
async function pay(walker: Walker): Promise<Counts> {
  await toGateway(walker)
  const failed = await walker.apart(async () => {
    await walker.go(await walker.named('payments:demo.fail'))
    const own = walker.counts()
    own.screens.length = 0
    own.taps = 0
    await walker.look()
    await toGateway(walker)
  })
  // The gateway is one screen of the way: the page of the order that failed belongs to what is counted apart.
  walker.counts().screens.pop()
  await walker.go(await walker.named('payments:demo.succeed'))
  return failed
}

async function submit(walker: Walker, server: Running): Promise<void> {
  if (!walker.address().startsWith('print-pdf')) await walker.go(walker.link('print-pdf'))
  await walker.go(await walker.named('steps:submit.send-otp'))
  await walker.answer('declaration', 'true')
  await walker.answer('password', person.password)
  await walker.answer('otp', await otpOf(server))
  await walker.go(await walker.named('steps:submit.go'))
}

/** From the home page to a submitted form. */
async function apply(browser: BrowserContext, server: Running) {
  const walker = walkerOn(await browser.newPage())
  await register(walker, server)
  await fillIn(walker)
  const documentTaps = await documents(walker)
  const failed = await pay(walker)
  await submit(walker, server)
  const { screens, passwords } = walker.counts()
  const review = screens.findIndex(({ address }) => address.startsWith('print-pdf'))
  const height = screens.slice(0, review + 1).reduce((sum, screen) => sum + screen.height, 0)
  return { screens, height, passwords, documentTaps, failed }
}

/** Logs in, one after the other, as the candidates of the demo, until `find` finds on this page what it looks for. */
async function asSomebody<T>(page: Page, server: Running, path: string, find: () => Promise<T | null>): Promise<T> {
  const people = (await (await fetch(`${server.url}/demo/personas.json`)).json()) as Record<string, string>[]
  for (const { key, course, role } of people) {
    if (course !== 'mbale' || role !== 'candidate') continue
    await page.request.post(`${server.url}/demo/login`, { form: { course, key: key! }, maxRedirects: 0 })
    await page.goto(`${server.url}${base}${path}?lang=mr`)
    await page.waitForLoadState('networkidle')
    const found = await find()
    if (found !== null) return found
  }
  throw new Error(`nobody can use ${path}`)
}

/**
 * The top of the first institute on `select-institutes`, in pixels, of somebody who may choose. A choice that the list has
 * by now has no checkbox, and counts like any other.
 */
async function firstInstitute(browser: BrowserContext, server: Running, size = phone): Promise<number> {
  const page = await browser.newPage()
  await page.setViewportSize(size)
  const top = await asSomebody(page, server, 'option-form/select-institutes', async () => {
    const box = page.locator('main [name="star"], main [name^="code-"]').first()
    if (!(await box.count())) return null
    return box.evaluate((one) => {
      const line = one.closest('li, tr, article') ?? one
      return Math.round(line.getBoundingClientRect().top + window.scrollY)
    })
  })
  await page.close()
  return top
}

/** Self-verification by somebody whose facts are all right, up to and with the act that asks for the OTP. */
async function verify(browser: BrowserContext, server: Running) {
  const page = await browser.newPage()
  const walker = walkerOn(page)
  return asSomebody(page, server, 'self-arc-home', async () => {
    const form = page.locator('main form').filter({ has: page.locator('[name^="fact-"], [name^="paper-"]') })
    if (!(await form.count())) return null
    await walker.look()
    // Where one act says that the rest is correct, nothing has to be ticked.
    const isByOneAct = await form.locator('[name="rest"]').count()
    const right = page.locator('main input[type=radio]:visible:not([value=incorrect])')
    for (const radio of isByOneAct ? [] : await right.all()) {
      const name = await radio.getAttribute('name')
      if (await page.locator(`main input[name="${name}"]:checked`).count()) continue
      walker.counts().taps++
      await radio.evaluate((one: HTMLInputElement) => one.click())
    }
    await walker.look()
    await walker.tap(form.locator('button.btn').first())
    await page.waitForLoadState('networkidle')
    return walker.counts()
  })
}

const env = { ...process.env, MODE: 'demo', DATA_DIR: folder, LOG_LEVEL: 'error' }
const seed = (phase: string) =>
  execFileSync(process.execPath, ['scripts/serve.mjs', 'seed', '--phase', phase, '--candidates', '750'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

/** Serves the demo, played on to this phase, while `work` runs. */
async function during<T>(phase: string, work: (server: Running, browser: BrowserContext) => Promise<T>): Promise<T> {
  seed(phase)
  const server = await startProduct(folder)
  const program = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const browser = await program.newContext({
      viewport: phone,
      hasTouch: true,
      locale: 'mr-IN',
      serviceWorkers: 'block',
    })
    return await work(server, browser)
  } finally {
    await program.close()
    await server.stop()
  }
}

const inScreens = (height: number) => (height / phone.height).toFixed(1)
const row = (what: string, counted: string, target: string) => console.log(`| ${what} | ${counted} | ${target} |`)

console.log('| At 360 px, Marathi, OBC, e-scrutiny | counted | target |\n|---|---|---|')
const applied = await during('registration', (server, browser) => apply(browser, server))
row('screens from home to submitted', String(applied.screens.length), '≤ 14')
row('height to scroll past, up to and with the review', `${applied.height} px`, '≤ 24,000 px')
const documentCount = requiredDocuments(answers).length
row(`taps for ${documentCount} documents, beside the phone's picker`, String(applied.documentTaps), '≤ 10')
row('times a password is typed', String(applied.passwords), '3')
const { screens: again, taps } = applied.failed
row('failed payment to the gateway again', `${again.length - 2} screens between, ${taps} taps`, '1 tap')
const [onPhone, onWide] = await during('round-1-options', async (server, browser) => [
  await firstInstitute(browser, server),
  await firstInstitute(browser, server, wide),
])
row('first institute on select-institutes, 360×740', `${onPhone} px`, '≤ 420 px')
row('the same at 1280×800', `${onWide} px`, '≤ 800 px')
const verified = await during('round-1-acceptance', (server, browser) => verify(browser, server))
const height = Math.max(...verified.screens.map((screen) => screen.height))
row('self-verification, nothing wrong', `${inScreens(height)} screens, ${verified.taps} taps`, '≤ 3 screens, ≤ 3 taps')
console.log('\nThe screens, with their heights:')
for (const screen of applied.screens) console.log(`- ${screen.address}: ${screen.height}`)
