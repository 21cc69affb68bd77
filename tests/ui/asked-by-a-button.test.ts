import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buttonOf } from '#pages/parts/application/StepForm.tsx'
import { type Condition, questionSteps } from '#server/domain/terms/question.ts'
import { diplomaForms, lateralForms } from '#tests/support/answers.ts'

/** Without the conditions on other steps, as a page gets them. */
const ownOnly = (when: readonly Condition[] = []) => when.filter(({ step }) => step === undefined)

test('without a script, what a radio button alone asks for comes with that button, and nothing else is hidden', () => {
  const asked = new Set<string>()
  for (const forms of [lateralForms, diplomaForms]) {
    for (const { sections } of questionSteps.map((slug) => forms[slug])) {
      for (const { when } of [...sections, ...sections.flatMap((section) => section.questions)]) {
        const button = buttonOf(ownOnly(when), sections)
        if (button) asked.add(button)
      }
    }
  }
  expect(asked.size).toBeGreaterThan(10)
  const styles = readFileSync('pages/parts/application/step.module.css', 'utf8')
  const rule =
    /\.questions:not\(:has\(\[name="(\w+)"\]\[value="([\w-]*)"\]:checked\)\)\s+\.dependent\[data-needs="(\w+=[\w-]*)"\]/g
  const hidden = [...styles.matchAll(rule)].map(([, question, code, needs]) => [needs, `${question}=${code}`])
  expect(hidden.map(([needs]) => needs).sort()).toEqual([...asked].sort())
  for (const [needs, button] of hidden) expect(needs).toBe(button)
})

test('a part that depends on a list, or on more than one answer, has no such button', () => {
  const sections = [
    {
      questions: [
        { name: 'ews', kind: 'radios' as const },
        { name: 'tie', kind: 'radios' as const },
        { name: 'state', kind: 'select' as const },
      ],
    },
  ]
  const ews = { question: 'ews', is: ['yes'] }
  expect(buttonOf([ews], sections)).toBe('ews=yes')
  expect(buttonOf([{ question: 'tie', is: ['domicile', 'birth'] }], sections)).toBeUndefined()
  expect(buttonOf([ews, { question: 'tie', is: ['birth'] }], sections)).toBeUndefined()
  expect(buttonOf([{ question: 'state', is: ['MH'] }], sections)).toBeUndefined()
})
