import { expect, test } from 'vitest'
import { courses } from '#server/courses/courses.ts'
import { stepForms } from '#server/domain/application/form/forms.ts'
import { formView } from '#server/features/application/application/form-view.ts'
import { textFiles } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'

/** Words that speak to the candidate. */
const address = { en: /\b(you|your|yours|yourself)\b/i, mr: /तुम्ह|तुमच|आपण|आपल्या|आहात/ }

test("no text of the form that an officer reads addresses the candidate, and each has a counterpart in the candidate's", () => {
  for (const language of languages) {
    const of = (name: string) => textFiles.find((file) => file.language === language && file.namespace === name)!.texts
    const [form, desk] = [of('form'), of('deskform')]
    const said = Object.entries({ ...form, ...desk }).filter(([, text]) => address[language].test(text))
    expect(said).toEqual([])
    expect(Object.keys(desk).filter((key) => form[key] === undefined)).toEqual([])
  }
})

test("the form of every step of every course has the officer's words at the desk, and the candidate's otherwise", () => {
  for (const { form } of courses)
    for (const step of Object.values(stepForms(form)))
      for (const language of languages) {
        const desk = JSON.stringify(formView(step, {}, language, 'desk'))
        expect(desk.match(address[language])?.[0]).toBeUndefined()
      }
  const [course] = courses
  const first = stepForms(course!.form)['type-of-candidature']
  expect(JSON.stringify(formView(first, {}, 'en'))).toContain('How your form is checked')
  expect(JSON.stringify(formView(first, {}, 'en', 'desk'))).toContain('How the form is checked')
})
