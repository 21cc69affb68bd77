import { expect, test } from 'vitest'
import { lineInWords } from '#server/features/operations/audit/words.ts'
import { languages } from '#server/kernel/languages.ts'

const line = { actorKind: 'system', actorName: 'roll-call-link', subject: null as string | null }
const said = (detail: object, subject: string | null = null) =>
  languages.map((language) => {
    const { about, facts } = lineInWords({ ...line, subject, detail: JSON.stringify(detail) }, language)
    return [about, ...facts.map(({ name, value }) => `${name}: ${value}`)].filter((one) => one !== null)
  })

test('the audit log names codes in words, in both languages', () => {
  expect(said({ round: 2, answer: 'out' })).toEqual([
    ['Round: 2', 'Answer: released'],
    ['फेरी: 2', 'उत्तर: मुक्त'],
  ])
  expect(said({ stage: 'final' }, 'merit-list:2')[0]).toEqual(['Merit list 2', 'Stage: Final merit list'])
  expect(said({ version: 2, steps: '6' })[0]).toEqual(['Version: 2', 'Steps: Documents Details'])
  expect(said({ removed: 'disability,ews', fee: 20000 })[0]).toEqual([
    expect.stringMatching(/: Person with disability, Economically weaker section \(EWS\)$/),
    expect.stringMatching(/: ₹200$/),
  ])
  expect(said({ kind: 'extend', orderNumber: 'DEMO/2024/118' }, 'setting:rounds')[0]).toEqual([
    'Setting Rounds',
    expect.stringMatching(/: Give more time$/),
    expect.stringMatching(/: DEMO\/2024\/118$/),
  ])
})

test('a job of the portal is named, and a person goes by the login name', () => {
  const by = (actorKind: string, actorName: string) =>
    languages.map((language) => lineInWords({ actorKind, actorName, subject: null, detail: '{}' }, language).by)
  expect(by('system', 'roll-call-link')).toEqual(['Link of the roll-call', 'विचारणेचा दुवा'])
  expect(by('staff', 'restore')).toEqual(['restore', 'restore'])
})

test('a code without words stays as it is, and a fact without a value is left out', () => {
  expect(said({ decision: 'new-code', why: null, order: '' })[0]).toEqual([expect.stringMatching(/: new-code$/)])
})
