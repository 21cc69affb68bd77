import { describe, expect, test } from 'vitest'
import { byPaper, factsSaid, type SaidBesidePapers } from '#server/domain/admission/papers.ts'
import { factsToVerify } from '#server/domain/admission/self-verification.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { ashasAnswers, diplomaForms, lateralForms, ravisAnswers } from '#tests/support/answers.ts'

const facts = factsToVerify({ fullName: 'Asha Ramesh Patil', answers: ashasAnswers as Answers }, lateralForms)
const papers = byPaper(facts)
const shown = (groups: ReturnType<typeof byPaper<(typeof facts)[number]>>) =>
  groups.map(({ paper, facts }) => `${paper}: ${facts.map(({ fact }) => fact).join(' ')}`)

const said = (more: Partial<SaidBesidePapers> = {}) =>
  factsSaid(papers, { answers: {}, wrong: new Set(), isRestCorrect: true, ...more })

describe('facts by paper', () => {
  test('each fact is beside one paper, and what does not apply comes last', () => {
    expect(shown(papers)).toEqual([
      'ssc-marksheet: name mother-name birth-date gender ssc',
      'nationality: nationality',
      'hsc-marksheet: hsc',
      'degree-marksheet: degree',
      'domicile-certificate: type',
      'caste-certificate: category',
      'income-certificate: tfws',
      'others: diploma ews disability defence orphan minority',
    ])
  })

  test('no fact is lost or shown twice, with any papers there or none at all', () => {
    for (const [answers, forms] of [
      [ashasAnswers, lateralForms],
      [ravisAnswers, diplomaForms],
    ] as const) {
      const all = factsToVerify({ fullName: 'A B', answers: answers as Answers }, forms)
      for (const held of [() => true, (kind: string) => kind.startsWith('h'), () => false]) {
        const groups = byPaper(all.map((fact) => ({ ...fact, documents: fact.documents.filter(held) })))
        const names = groups.flatMap(({ facts }) => facts.map(({ fact }) => fact))
        expect(names.slice().sort()).toEqual(all.map(({ fact }) => fact).sort())
      }
    }
    const without = byPaper(facts.map((fact) => ({ ...fact, documents: [] })))
    expect(without.map(({ paper }) => paper)).toEqual(['none', 'others'])
  })
})

describe('what is said beside papers', () => {
  test('one act says that every fact is correct', () => {
    const all = said()
    expect(all.ok && Object.values(all.value)).toEqual(facts.map(() => 'correct'))
  })

  test('without that act, each paper that applies needs an answer', () => {
    const { refusal } = said({ isRestCorrect: false, answers: { nationality: 'correct' } }) as { refusal: object }
    expect(refusal).toMatchObject({ code: 'check-answers' })
    const fields = (refusal as { fields: { field: string }[] }).fields.map(({ field }) => field)
    expect(fields).toEqual([
      'paper-ssc-marksheet',
      'paper-hsc-marksheet',
      'paper-degree-marksheet',
      'paper-domicile-certificate',
      'paper-caste-certificate',
      'paper-income-certificate',
    ])
  })

  test('a paper with something wrong names it, unless it has one fact', () => {
    expect(said({ answers: { 'ssc-marksheet': 'incorrect' } })).toMatchObject({
      refusal: { fields: [{ field: 'paper-ssc-marksheet', code: 'wrong-not-named' }] },
    })
    expect(said({ answers: { 'ssc-marksheet': 'incorrect' }, wrong: new Set(['ssc']) })).toMatchObject({
      value: { ssc: 'incorrect', name: 'correct' },
    })
    expect(said({ answers: { 'degree-marksheet': 'incorrect' } })).toMatchObject({ value: { degree: 'incorrect' } })
    // A tick on a paper that is all correct says nothing, and none reaches a fact of another paper.
    expect(said({ answers: { 'ssc-marksheet': 'correct' }, wrong: new Set(['ssc', 'degree']) })).toMatchObject({
      value: { ssc: 'correct', degree: 'correct' },
    })
  })

  test('what does not apply is correct until something else is said', () => {
    const answers = Object.fromEntries(papers.map(({ paper }) => [paper, 'correct' as const]))
    const { others: _, ...applying } = answers
    expect(said({ isRestCorrect: false, answers: applying })).toMatchObject({ ok: true, value: { ews: 'correct' } })
    expect(said({ answers: { others: 'incorrect' }, wrong: new Set(['orphan']) })).toMatchObject({
      value: { orphan: 'incorrect', disability: 'correct' },
    })
    // EWS is not asked of Scheduled Castes, so it cannot be the wrong one.
    expect(said({ answers: { others: 'incorrect' }, wrong: new Set(['ews']) })).toMatchObject({
      refusal: { fields: [{ code: 'wrong-not-named' }] },
    })
  })
})
