import { questionSteps } from '#server/domain/terms/question.ts'
import { inTurn, isWhole } from '#tests/support/extent.ts'
import { type Applicant, asha, otherApplicants } from './applicants'
import { applicationOf, textOf } from './application'
import { expectActInSight, lookAt } from './look'
import { type Candidate, newPerson, register, signIn } from './people'
import { desk, everySetting, expect, phone, type Server, type Setting, settingName, test } from './server'
import { type Visitor, visitorOn } from './visitor'
import { asPattern } from './words'

type Journey = {
  visitor: Visitor
  server: Server
  candidate: Candidate
  applicant: Applicant
  /** Views every page empty, refused and filled in, and checks it in each state. */
  isClosely?: boolean
  /** The gateway's first outcome. */
  mishap?: 'fail' | 'leave-pending'
}

/** Goes from the dashboard of a new candidate to the documents of a submitted application. */
async function apply({ visitor, server, candidate, applicant, isClosely = false, mishap }: Journey): Promise<void> {
  const { page, t, button, link, language } = visitor
  const { course, answers } = applicant
  const application = applicationOf(visitor, applicant)
  const { amount } = application
  const isLocked = answers['type-of-candidature']?.mode !== '2'
  const look = async (state: string) => void (isClosely && (await lookAt(visitor, state)))

  for (const slug of questionSteps) {
    await test.step(slug, async () => {
      await expect(visitor.title()).toHaveText(t(`signedin:menu.${slug}`))
      if (isClosely) {
        await look(`${slug}, empty`)
        await application.save(slug)
        await expect(visitor.problems()).toBeVisible()
        await look(`${slug}, refused`)
      }
      await application.answer(slug)
      await look(`${slug}, filled in`)
      await application.save(slug)
      await expect(visitor.title()).not.toHaveText(t(`signedin:menu.${slug}`))
    })
  }

  await test.step('photo-details', async () => {
    await expect(visitor.title()).toHaveText(t('signedin:menu.photo-details'))
    await look('photo-details, empty')
    if (isClosely && !visitor.hasScript) {
      await button(t('documents:upload.submit', { name: t('documents:kind.photo') })).click()
      await expect(visitor.problems()).toContainText(t('unfit:fault.file-missing'))
      await look('photo-details, refused')
    }
    await application.uploadPicture('photo')
    await application.uploadPicture('signature')
    await look('photo-details, complete')
    await link(`${t('signedin:duty.fill-go')}: ${t('signedin:menu.documents-details')}`).click()
  })

  await test.step('documents-details', async () => {
    await expect(visitor.title()).toHaveText(t('signedin:menu.documents-details'))
    const names = application.documents.map((kind) => t(`documents:kind.${kind}`))
    await expect(visitor.main().getByRole('heading', { level: 3 })).toHaveText(names)
    await look('documents-details, empty')
    for (const [place, kind] of application.documents.entries()) {
      await application.chooseDocument(kind)
      if (place === 1) await look('documents-details, some chosen')
      await application.sendDocument(kind)
      await application.expectUploaded(kind)
      await expect(application.documentEntry(kind).getByRole('heading')).toBeInViewport()
    }
    await look('documents-details, complete')
    await button(t('documents:list.proceed')).click()
  })

  await test.step('payment', async () => {
    await expect(visitor.title()).toHaveText(t('signedin:menu.payment'))
    await look('payment, due')
    await expectActInSight(visitor, button(t('payments:pay.go', { amount })), 'payment, due')
    if (mishap) {
      await application.pay(mishap)
      await look('payment, back after a mishap')
    }
    if (mishap === 'fail') {
      await expect(visitor.main()).toContainText(t('payments:pay.failed-title'))
      await button(t('payments:pay.again')).click()
      await visitor.throughCheckout()
      await application.decide('succeed')
    }
    if (mishap === 'leave-pending') {
      await visitor.open('payment', course)
      await expect(visitor.main()).toContainText(t('payments:pay.pending-title', { amount }))
      await expect(button(t('payments:pay.go', { amount }))).toHaveCount(0)
      await look('payment, pending')
      await link(t('payments:attempt.demo')).click()
      await application.decide('succeed')
    } else if (!mishap) {
      await application.pay('succeed')
    }
    await expect(visitor.main()).toContainText(t('payments:pay.paid-title', { amount }))
    await visitor.open('payment', course)
    await expect(visitor.main()).toContainText(t('payments:pay.paid-text'))
    await look('payment, paid')
    await link(t('signedin:duty.submit-go')).click()
  })

  await test.step('print-pdf', async () => {
    await expect(visitor.title()).toHaveText(t('steps:print.title'))
    await application.expectAnswersShown()
    await look('print-pdf, to be checked')
    await button(t('steps:submit.send-otp')).click()
    await expect(page).toHaveURL(/\/print-pdf\?step=otp$/)
    // What is asked next is in sight and has the focus
    await expect(visitor.field(t('steps:declaration.agree'))).toBeFocused()
    await expect(visitor.field(t('steps:declaration.agree'))).toBeInViewport()
    if (isClosely) {
      await button(t('steps:submit.go')).click()
      await expect(visitor.problems()).toContainText(t('steps:fault.declaration.required'))
      await look('print-pdf, refused')
    }
    await visitor.field(t('steps:declaration.agree')).check()
    await application.prove(server, candidate)
    await button(t('steps:submit.go')).click()
    await expect(visitor.title()).toHaveText(t('steps:print.title-submitted'))
    const next = asPattern(language, isLocked ? 'steps:done.next-scrutiny' : 'steps:done.next-centre')
    await expect(page.getByText(next)).toBeVisible()
    await application.expectAnswersShown()
    await look('print-pdf, submitted')
  })

  await test.step('papers', async () => {
    const form = await printed(visitor, t('steps:done.pdf'))
    for (const words of [candidate.userId, candidate.fullName, t('printables:application-form.title')]) {
      expect(form).toContain(words)
    }
    expect(form).not.toContain(t('printables:draft'))
    await visitor.open('transactions-logs', course)
    await look('transactions-logs')
    const receipt = await printed(visitor, t('payments:attempt.receipt'))
    for (const words of [candidate.userId, t('printables:receipt.title'), amount]) expect(receipt).toContain(words)

    // Anyone who holds the document can verify it.
    const code = /\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){5}\b/.exec(form)![0]
    await visitor.open('verification', course)
    await visitor.field(t('verify:code')).fill(code.toLowerCase())
    await button(t('verify:check')).click()
    await expect(visitor.main()).toContainText(t('verify:state.valid'))
    await expect(visitor.main()).toContainText(candidate.userId)
    await look('verification of a form')
  })

  await test.step('afterwards', async () => {
    await visitor.open('category-details', course)
    if (isLocked) await expect(visitor.main()).toContainText(t('signedin:locked.locked'))
    await expect(button(t('steps:save-and-proceed'))).toHaveCount(isLocked ? 0 : 1)
    await look('a locked step')
    await visitor.open('dashboard', course)
    const next = isLocked ? 'application:next.await-scrutiny.title' : 'hero:not-confirmed-yet'
    await expect(visitor.main()).toContainText(t(next))
    await look('the dashboard of a submitted form')
  })
}

/** The text of a PDF that the page links to. */
async function printed({ page, main }: Visitor, words: string): Promise<string> {
  const address = await main().getByRole('link', { name: words }).first().getAttribute('href')
  const response = await page.request.get(address!)
  expect(response.headers()['content-type']).toContain('application/pdf')
  return textOf(await response.body())
}

/** Registers a newcomer and reads the OTP, which logs in, all through the pages; ends at the first step. */
async function registerByPages(visitor: Visitor, server: Server, course = 'mbale'): Promise<Candidate> {
  const { t, field, button } = visitor
  const person = newPerson(visitor.language)
  await visitor.open('registration', course)
  await field(t('registration:full-name')).fill(person.fullName)
  await field(t('registration:email')).fill(person.email)
  await field(t('registration:mobile')).fill(person.mobile)
  await field(t('registration:state')).selectOption(person.state)
  await field(t('registration:district')).selectOption(person.district)
  await field(t('proof:password.label')).fill(person.password)
  await field(t('proof:password.confirm')).fill(person.password)
  await field(t('registration:consent')).check()
  await button(t('registration:submit')).click()
  await expect(visitor.title()).toHaveText(t('shell:title.otp-verify'))
  await field(t('otp:label')).fill(await server.otp(person.mobile))
  await button(t('registered:otp-verify.submit')).click()
  await expect(visitor.title()).toHaveText(t('signedin:menu.type-of-candidature'))
  const id = visitor.main().getByText(/^(ML|SC)24\d{6}$/)
  const userId = (await id.textContent())!
  return { ...person, userId }
}

/** A new account, logged in. Candidates of the diploma course, which asks for an OTP at login, go through the pages. */
async function newcomer(visitor: Visitor, server: Server, course: Applicant['course']): Promise<Candidate> {
  if (course === 'scd') return registerByPages(visitor, server, course)
  const candidate = await register(server, visitor.language, course)
  await signIn(visitor.page, candidate, server, course)
  return candidate
}

/** Two settings that differ in everything, and together with the main road's two meet every pair of values. */
const closely = everySetting.filter(
  ({ javaScriptEnabled, language, viewport }) =>
    javaScriptEnabled === (language === 'en') && javaScriptEnabled === (viewport === phone),
)

for (const setting of isWhole ? everySetting : inTurn(closely, 0)) {
  test(`a newcomer applies, pays, submits and prints · mbale A · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    test.setTimeout(300_000)
    const visitor = visitorOn(await visit(setting), setting)
    const candidate = await registerByPages(visitor, server)
    await apply({ visitor, server, candidate, applicant: asha, isClosely: closely.includes(setting) })
  })
}

/** The settings of the other types: each pair of script, language and screen occurs twice. */
const settingOf: Record<string, Setting> = {
  'mbale B': { javaScriptEnabled: true, language: 'mr', viewport: desk },
  'mbale C': { javaScriptEnabled: false, language: 'en', viewport: desk },
  'mbale D': { javaScriptEnabled: false, language: 'mr', viewport: phone },
  'mbale E': { javaScriptEnabled: true, language: 'mr', viewport: desk },
  'mbale OMS': { javaScriptEnabled: true, language: 'en', viewport: phone },
  'mbale J-1': { javaScriptEnabled: false, language: 'en', viewport: desk },
  'scd A': { javaScriptEnabled: true, language: 'en', viewport: phone },
  'scd OMS': { javaScriptEnabled: false, language: 'mr', viewport: phone },
}
/**
 * The types that `npm test` takes through their whole application: each course, script on and off. `test:all` takes
 * all.
 */
const always = ['mbale D', 'scd A']
const mishaps: Record<string, 'fail' | 'leave-pending'> = {
  'mbale B': 'fail',
  'mbale D': 'leave-pending',
  'mbale E': 'leave-pending',
  'mbale J-1': 'fail',
}

for (const applicant of otherApplicants) {
  const who = `${applicant.course} ${applicant.type}`
  for (const setting of isWhole ? everySetting : always.includes(who) ? [settingOf[who]!] : []) {
    test(`a candidate applies, pays, submits and prints · ${who} · ${settingName(setting)}`, async ({
      visit,
      server,
    }) => {
      test.setTimeout(150_000)
      const visitor = visitorOn(await visit(setting), setting)
      const candidate = await newcomer(visitor, server, applicant.course)
      await visitor.open('type-of-candidature', applicant.course)
      await apply({ visitor, server, candidate, applicant, mishap: mishaps[who] })
    })
  }
}
