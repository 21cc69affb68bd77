import { execFileSync } from 'node:child_process'
import type { Locator } from '@playwright/test'
import { courses } from '#server/courses/courses.ts'
import type { PictureKind } from '#server/domain/application/document-rules.ts'
import { labelOf } from '#server/domain/application/form/answer-words.ts'
import { askedQuestions } from '#server/domain/application/form/asked.ts'
import { stepForms } from '#server/domain/application/form/forms.ts'
import { type DocumentKind, requiredDocuments } from '#server/domain/application/required-documents.ts'
import { outOfWhat } from '#server/domain/terms/percentage.ts'
import { type Question, type QuestionStep, questionSteps } from '#server/domain/terms/question.ts'
import { formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { rupees } from '#server/kernel/money.ts'
import { jpeg, pdf, png } from '#tests/support/files.ts'
import type { Applicant } from './applicants'
import type { Candidate } from './people'
import { expect, type Server } from './server'
import type { Visitor } from './visitor'
import { fillDay, labelled } from './words'

export type Upload = { name: string; mimeType: string; buffer: Buffer }

/** Files as a candidate has them on the phone, made once. */
export const uploads = Promise.all([jpeg({ width: 700, height: 900 }), png({ width: 700, height: 300 }), pdf(2)]).then(
  ([photo, signature, scan]) => {
    const photograph: Upload = { name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer: photo }
    return {
      photo: photograph,
      signature: { name: 'signature.png', mimeType: 'image/png', buffer: signature },
      /** Two photographs, which the portal combines into one PDF. */
      photographs: [photograph, { ...photograph, name: 'IMG_0043.jpg' }],
      scan: { name: 'गुणपत्रिका scan.pdf', mimeType: 'application/pdf', buffer: scan },
    }
  },
)

/** The text of a PDF, with single spaces. */
export const textOf = (content: Buffer): string =>
  execFileSync('pdftotext', ['-', '-'], { input: content, encoding: 'utf8' }).replace(/\s+/g, ' ').normalize('NFC')

/** The outcome of a payment at the demo's gateway. */
export type Outcome = 'succeed' | 'fail' | 'leave-pending'

/** An applicant on the pages of their application, which fills in every step by its labels. */
export function applicationOf(visitor: Visitor, { course, answers, fee }: Applicant) {
  const { page, t, language, button } = visitor
  const forms = stepForms(courses.find(({ slug }) => slug === course)!.form)
  const text = (key: string) => t(key as TextKey)
  const amount = formatRupees(rupees(fee))

  /** The answers of a step, each with its question and the heading of its section. */
  const answersOf = (slug: QuestionStep) => {
    const sections = askedQuestions(forms[slug], answers)
    return Object.entries(answers[slug] ?? {}).map(([name, value]) => {
      const section = sections.find(({ questions }) => questions.some((question) => question.name === name))!
      const question = section.questions.find((one) => one.name === name)!
      return {
        question,
        value,
        title: text(`form:${slug}.${section.name}.title`),
        label: text(`form:${slug}.${name}`),
        words: labelOf(question, value, language, text),
      }
    })
  }

  async function fillIn(section: Locator, question: Question, label: string, value: string, words: string) {
    if (question.choices?.codes.length === 1) {
      await expect(section).toContainText(words)
      return
    }
    // The finder's row of all types.
    const row = section.locator('details:not([open]) > summary')
    if (question.name === 'type' && (await row.count())) await row.click()
    if (question.kind === 'radios') {
      await section
        .getByRole('group', { name: label, exact: true })
        .getByRole('radio', { name: words, exact: true })
        .check()
      return
    }
    if (question.kind === 'date') return fillDay(section, label, value)
    const control = section.getByLabel(labelled(label))
    const isList = await control.evaluate((element) => element instanceof HTMLSelectElement)
    if (isList) await control.selectOption(value)
    else await control.fill(question.kind === 'search' ? words : value)
  }

  return {
    answersOf,
    amount,

    /** Answers every question of a step, found by its label in its section. */
    async answer(slug: QuestionStep): Promise<void> {
      await expect(visitor.title()).toHaveText(text(`signedin:menu.${slug}`))
      const given = answersOf(slug)
      if (!given.length) await expect(visitor.main()).toContainText(t('steps:nothing-asked'))
      for (const { question, value, title, label, words } of given) {
        const section = visitor.main().getByRole('region', { name: title, exact: true })
        await fillIn(section, question, label, value, words)
      }
    },

    /** Sends a step by the button of rules §18.15. */
    save: (slug: QuestionStep): Promise<void> =>
      button(t(slug === 'type-of-candidature' ? 'steps:proceed' : 'steps:save-and-proceed')).click(),

    /** Uploads the photograph or the signature: with a script by choosing it, without one by a button too. */
    async uploadPicture(kind: PictureKind): Promise<void> {
      const name = text(`documents:kind.${kind}`)
      const card = visitor.main().getByRole('region', { name: t(`documents:${kind}.title`), exact: true })
      await card.getByLabel(t('documents:upload.choose'), { exact: true }).setInputFiles((await uploads)[kind])
      const send = card.getByRole('button', { name: t('documents:upload.submit', { name }), exact: true })
      if (!visitor.hasScript) await send.click()
      const picture = card.getByRole('img', { name: t(`documents:${kind}.alt`) })
      await expect(picture).toBeVisible()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
      await expect(picture, 'the page shows what was uploaded').toBeInViewport()
    },

    /** The documents that the answers require, in their order. */
    documents: requiredDocuments(answers).map(({ kind }) => kind),

    /** The entry of a document in the list. */
    documentEntry: (kind: DocumentKind): Locator => entryOf(kind),

    /** Opens the row of a document, unless it is open. */
    openDocument,

    /** Chooses the file of a document, which sends it where there is a script. */
    async chooseDocument(kind: DocumentKind): Promise<void> {
      const entry = await openDocument(kind)
      const { photographs, scan } = await uploads
      const chosen = kind === 'ssc-marksheet' ? photographs : scan
      await entry.getByLabel(t('documents:upload.choose'), { exact: true }).setInputFiles(chosen)
    },

    /** The button that sends what has been chosen: always there without a script, else for what has not gone through. */
    documentButton,

    /** Sends the chosen file of a document, without a script. */
    async sendDocument(kind: DocumentKind): Promise<void> {
      if (!visitor.hasScript) await documentButton(kind).click()
    },

    expectUploaded: (kind: DocumentKind): Promise<void> =>
      expect(entryOf(kind).getByText(t('documents:list.uploaded'), { exact: true })).toBeVisible(),

    /** Goes from the payment page to the gateway, with JavaScript by one tap, picks its outcome, and returns. */
    async pay(outcome: Outcome): Promise<void> {
      await button(t('payments:pay.go', { amount })).click()
      await visitor.throughCheckout()
      await this.decide(outcome)
    },

    /** Picks the outcome at the demo's gateway, and returns to the portal. */
    async decide(outcome: Outcome): Promise<void> {
      await expect(visitor.title()).toHaveText(t('payments:demo.title'))
      await expect(visitor.main()).toContainText(amount)
      await button(t(`payments:demo.${outcome}`)).click()
      // A fee that has arrived leads on to where the form is submitted; any other outcome is read on the result's page.
      const next = outcome === 'succeed' ? 'steps:print.title' : 'signedin:title.payment-return'
      await expect(visitor.title()).toHaveText(t(next))
    },

    /** Expects the check page to show every answer in words. */
    async expectAnswersShown(): Promise<void> {
      const shown = await visitor.main().evaluate((main) =>
        Array.from(main.querySelectorAll('.facts dt'), (term) => [
          term.textContent!.trim(),
          // The answer without the link that changes it, and without the percentage of marks.
          (term.nextElementSibling!.querySelector('span') ?? term.nextElementSibling!)
            .textContent!.replace(/ \([\d.]+ %\)$/, '')
            .trim(),
        ]),
      )
      for (const answers of questionSteps.map(answersOf)) {
        // Marks and what they are out of stand in one line.
        const totalOf = (name: string) => answers.find(({ question }) => question.name === outOfWhat(name))
        const totals = answers.flatMap(({ question }) => totalOf(question.name) ?? [])
        for (const one of answers.filter((answer) => !totals.includes(answer))) {
          const total = totalOf(one.question.name)
          const words = total ? `${one.words} / ${total.words}` : one.words
          expect.soft(shown, `${one.label}: ${words}`).toContainEqual([one.label, words])
        }
      }
    },

    /** Gives password and OTP, which irreversible acts require. */
    async prove(server: Server, { mobile, password }: Pick<Candidate, 'mobile' | 'password'>): Promise<void> {
      await visitor.field(t('proof:password.label')).fill(password)
      await visitor.field(t('otp:label')).fill(await server.otp(mobile))
    },
  }

  function documentButton(kind: DocumentKind): Locator {
    const name = t('documents:upload.submit', { name: text(`documents:kind.${kind}`) })
    return entryOf(kind).getByRole('button', { name, exact: true })
  }

  async function openDocument(kind: DocumentKind): Promise<Locator> {
    const entry = entryOf(kind)
    const row = entry.locator('details').first()
    if ((await row.getAttribute('open')) === null) await row.locator('summary').first().click()
    return entry
  }

  function entryOf(kind: DocumentKind): Locator {
    const name = text(`documents:kind.${kind}`)
    return visitor
      .main()
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, exact: true }) })
  }
}
