import fc from 'fast-check'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { Login, OtpRequest, Registration } from '#server/features/accounts/accounts/schema.ts'
import { checkShape, contract, field, parseForm } from '#server/http/shape.ts'
import type { Result } from '#server/kernel/result.ts'

fc.configureGlobal({ seed: 2024 })

const Person = contract({
  fullName: field({ fault: 'fullName', minLength: 2, maxLength: 10 }),
  email: Type.Optional(field({ fault: 'email', maxLength: 40, pattern: '^[^@]+@[^@]+$', tidy: 'email' })),
  mobile: Type.Optional(field({ fault: 'mobile', pattern: '^[6-9][0-9]{9}$', tidy: 'mobile' })),
  secret: Type.Optional(field({ fault: 'secret', maxLength: 20, tidy: 'none' })),
  note: Type.Optional(field({ multiline: true, maxLength: 50 })),
  plain: Type.Optional(field({ maxLength: 5, pattern: '^[a-z0-9]+$' })),
  consent: Type.Optional(Type.Literal(true, { fault: 'consent' })),
  isMember: Type.Optional(Type.Boolean()),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 300 })),
  proof: Type.Optional(field({ fault: 'proof', requiredIfShown: true })),
})

const check = (more: Record<string, unknown>) => checkShape(Person, { fullName: 'Asha', ...more })
/** The tidied value, or the status and the `field: code` of every fault. */
function outcome(result: Result<unknown>) {
  if (result.ok) return result.value
  const { status, code, fields = [] } = result.refusal
  return [status, code, ...fields.map((fault) => `${fault.field}: ${fault.code}`)]
}
const outcomeOf = (more: Record<string, unknown>) => outcome(check(more))

describe('tidying', () => {
  test('trims and composes text, and reduces its spaces to one', () => {
    expect(outcomeOf({ fullName: '  As\u00A0 \u00A0 ha  ' })).toEqual({ fullName: 'As ha' })
    expect(outcomeOf({ fullName: 'Jose\u0301' })).toEqual({ fullName: 'Jos\u00E9' })
  })

  test('removes the prefix and the gaps of a mobile number', () => {
    expect(outcomeOf({ mobile: ' +91 98765-43210 ' })).toEqual({ fullName: 'Asha', mobile: '9876543210' })
  })

  test('drops what contacts and keyboards add to it, and reads every script’s digits', () => {
    expect(outcomeOf({ mobile: '\u202A+91 (98765) ४३-210\u202C' })).toEqual({ fullName: 'Asha', mobile: '9876543210' })
    expect(outcomeOf({ fullName: 'As\u200Bha', plain: '१२' })).toEqual({ fullName: 'Asha', plain: '12' })
    expect(outcome(parseForm(Person, { fullName: 'Asha', count: '१२०' }))).toEqual({ fullName: 'Asha', count: 120 })
  })

  test('writes an e-mail address in lower case', () => {
    expect(outcomeOf({ email: ' Asha@Example.ORG ' })).toEqual({ fullName: 'Asha', email: 'asha@example.org' })
  })

  test('keeps every character of a secret', () => {
    expect(outcomeOf({ secret: '  Jose\u0301  x ' })).toEqual({ fullName: 'Asha', secret: '  Jose\u0301  x ' })
  })

  test('keeps the lines of a text of several lines', () => {
    expect(outcomeOf({ note: ' one\r\n two ' })).toEqual({ fullName: 'Asha', note: 'one\n two' })
  })

  test('happens before lengths are checked', () => {
    expect(outcomeOf({ fullName: '   Asha      Patil   ' })).toEqual({ fullName: 'Asha Patil' })
    expect(outcomeOf({ fullName: ' A ' })).toEqual([422, 'check-answers', 'fullName: fullName.invalid'])
  })
})

describe('the kinds of fault', () => {
  test.each([
    ['required: nothing left after tidying', { fullName: '   ' }, 422, 'fullName: fullName.required'],
    ['required: a box that must be ticked, unticked', { consent: false }, 422, 'consent: consent.required'],
    ['required: a box that must be ticked, with another value', { consent: 'yes' }, 422, 'consent: consent.required'],
    ['bad characters', { fullName: 'As\u0007ha' }, 422, 'fullName: bad-characters'],
    ['a sign that no font of the portal has', { note: 'ગાંધી' }, 422, 'note: unprintable'],
    ['bad characters: a line break in a text of one line', { fullName: 'As\nha' }, 422, 'fullName: bad-characters'],
    ['bad characters: in a secret too', { secret: 'a\u0000b' }, 422, 'secret: bad-characters'],
    ['bad characters: in a text of several lines', { note: 'a\u0007' }, 422, 'note: bad-characters'],
    ['too long', { fullName: 'Asha Patil X' }, 422, 'fullName: too-long'],
    ['too short', { fullName: 'A' }, 422, 'fullName: fullName.invalid'],
    ['against the pattern, with a text of its own', { email: 'asha' }, 422, 'email: email.invalid'],
    ['against the pattern, without its own text', { plain: 'A-b' }, 422, 'plain: invalid'],
    ['outside the range', { count: 301 }, 422, 'count: invalid'],
    ['a fraction for a whole number', { count: 1.5 }, 422, 'count: invalid'],
    ['a number for a string', { fullName: 42 }, 400, 'fullName: wrong-type'],
    ['a truth value for a string', { fullName: true }, 400, 'fullName: wrong-type'],
    ['an object for a string', { fullName: { en: 'Asha' } }, 400, 'fullName: wrong-type'],
    ['a list for a string: the same name twice in a form', { fullName: ['Asha', 'Ravi'] }, 400, 'fullName: wrong-type'],
    ['an empty list for a string', { fullName: [] }, 400, 'fullName: wrong-type'],
    ['a string for a truth value', { isMember: 'true' }, 400, 'isMember: wrong-type'],
    ['a string for a number', { count: '5' }, 400, 'count: wrong-type'],
    ['an object for a number', { count: {} }, 400, 'count: wrong-type'],
  ])('%s', (_, more, status, fault) => {
    expect(outcomeOf(more)).toEqual([status, status === 400 ? 'malformed' : 'check-answers', fault])
  })

  test('a text that is too long gets its maximum length', () => {
    const result = check({ fullName: 'x'.repeat(11), plain: 'x'.repeat(6) })
    expect(result.ok ? null : result.refusal.fields).toEqual([
      { field: 'fullName', code: 'too-long', params: { max: 10 } },
      { field: 'plain', code: 'too-long', params: { max: 5 } },
    ])
  })

  test('the limits themselves are allowed', () => {
    expect(outcomeOf({ fullName: 'As' })).toEqual({ fullName: 'As' })
    expect(outcomeOf({ fullName: 'x'.repeat(10) })).toEqual({ fullName: 'x'.repeat(10) })
  })

  test('each bad field has one fault, in the order of the contract', () => {
    expect(outcomeOf({ count: 0, fullName: 'A', email: 'asha' })).toEqual([
      422,
      'check-answers',
      'fullName: fullName.invalid',
      'email: email.invalid',
      'count: invalid',
    ])
  })

  test('one malformed answer makes the whole body malformed, and all answers are still checked', () => {
    expect(outcomeOf({ email: 'asha', count: '5' })).toEqual([
      400,
      'malformed',
      'email: email.invalid',
      'count: wrong-type',
    ])
  })

  test('a vocabulary refuses every other word, and every value that is no word', () => {
    expect(outcome(checkShape(OtpRequest, { purpose: 'submit' }))).toEqual({ purpose: 'submit' })
    for (const purpose of ['Submit', 'login', '__proto__', 'constructor', '', 5, {}, ['submit'], true]) {
      expect(checkShape(OtpRequest, { purpose }).ok, JSON.stringify(purpose)).toBe(false)
    }
  })
})

describe('absent fields', () => {
  test('a required field that is missing or null makes the body malformed', () => {
    for (const input of [{}, { fullName: null }, { fullName: undefined }]) {
      expect(outcome(checkShape(Person, input))).toEqual([400, 'malformed', 'fullName: fullName.required'])
    }
  })

  test('an optional field may be null or empty too, and is omitted', () => {
    for (const email of [undefined, null, '', '  ']) expect(outcomeOf({ email })).toEqual({ fullName: 'Asha' })
    expect(outcomeOf({ count: null, consent: null, isMember: null })).toEqual({ fullName: 'Asha' })
  })

  test('an optional field that a form shows must be filled in', () => {
    expect(outcome(parseForm(Person, { fullName: 'Asha' }))).toEqual({ fullName: 'Asha' })
    expect(outcome(parseForm(Person, { fullName: '', proof: '' }))).toEqual([
      422,
      'check-answers',
      'fullName: fullName.required',
      'proof: proof.required',
    ])
  })

  test.each([null, undefined, 'fullName=Asha', 42, true, [], [{ fullName: 'Asha' }]])(
    '%j is not an object',
    (input) => {
      expect(outcome(checkShape(Person, input))).toEqual([400, 'malformed'])
    },
  )
})

describe('unknown fields', () => {
  test('are refused by name', () => {
    expect(outcomeOf({ role: 'admin', lock_form: 0 })).toEqual([
      400,
      'malformed',
      'role: unknown-field',
      'lock_form: unknown-field',
    ])
  })

  test('are named by their first 60 characters', () => {
    expect(outcomeOf({ ['x'.repeat(5000)]: 1 })).toEqual([400, 'malformed', `${'x'.repeat(60)}: unknown-field`])
  })

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', ''])('"%s" is unknown', (name) => {
    const input = JSON.parse(`{ "fullName": "Asha", ${JSON.stringify(name)}: { "email": "x@y" } }`)
    expect(outcome(checkShape(Person, input))).toEqual([400, 'malformed', `${name}: unknown-field`])
  })

  test('an inherited property does not count as sent', () => {
    const inherited = Object.create({ email: 'ravi@example.org' }, { fullName: { value: 'Asha', enumerable: true } })
    expect(outcome(checkShape(Person, inherited))).toEqual({ fullName: 'Asha' })
  })
})

describe('a posted form', () => {
  const form = (body: unknown) => outcome(parseForm(Person, body))

  test('an empty field counts as absent, and a missing one as an answer to correct', () => {
    expect(form({ fullName: 'Asha', email: '', mobile: '', note: '', consent: '' })).toEqual({ fullName: 'Asha' })
    expect(form({ fullName: '' })).toEqual([422, 'check-answers', 'fullName: fullName.required'])
    expect(form({})).toEqual([422, 'check-answers', 'fullName: fullName.required'])
  })

  test('a ticked box is true; a box that must be ticked and is not is a fault', () => {
    expect(form({ fullName: 'Asha', consent: 'true', isMember: 'true' })).toEqual({
      fullName: 'Asha',
      consent: true,
      isMember: true,
    })
    expect(form({ fullName: 'Asha', consent: 'false' })).toEqual([422, 'check-answers', 'consent: consent.required'])
    const registration = outcome(parseForm(Registration, {}))
    expect(registration).toContain('consent: consent.required')
  })

  test('the word "true" in a text field stays text', () => {
    expect(form({ fullName: 'true' })).toEqual({ fullName: 'true' })
  })

  test.each(['-1', '2.5', '1e3', 'many', '1,2', '९०१', '9999999999'])(
    '%s in a numeric field is a wrong number, reported with the text of its field',
    (count) => {
      expect(form({ fullName: 'Asha', count })).toEqual([422, 'check-answers', 'count: invalid'])
    },
  )

  test('`_csrf` belongs to the transport and is dropped', () => {
    expect(form({ fullName: 'Asha', _csrf: 'abc' })).toEqual({ fullName: 'Asha' })
  })

  test.each([null, undefined, 'fullName=Asha', 5])('the body %j is an empty form', (body) => {
    expect(form(body)).toEqual([422, 'check-answers', 'fullName: fullName.required'])
  })

  test('is never malformed to a person: it gets 422 where a call gets 400', () => {
    expect(form({ fullName: ['Asha', 'Ravi'] })).toEqual([422, 'check-answers', 'fullName: wrong-type'])
    expect(form({ fullName: 'Asha', role: 'admin' })).toEqual([422, 'check-answers', 'role: unknown-field'])
  })

  test.each(['__proto__', 'constructor', 'toString'])('"%s" is an unknown field in a form too', (name) => {
    for (const value of ['"x"', '["x", "y"]', '{ "email": "x@y" }']) {
      const body = JSON.parse(`{ "fullName": "Asha", ${JSON.stringify(name)}: ${value} }`)
      expect(form(body), value).toEqual([422, 'check-answers', `${name}: unknown-field`])
    }
  })
})

describe('any input', () => {
  const contracts = { Person, Registration, Login, OtpRequest }
  const names = [...new Set(Object.values(contracts).flatMap((schema) => Object.keys(schema.properties)))]
  const hostileKeys = ['__proto__', 'constructor', 'prototype', 'toString', '_csrf', '0', 'length']
  const values = fc.oneof(
    fc.jsonValue(),
    fc.anything(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('Asha', '9876543210', 'asha@example.org', 'Passw0rd', 'true', true, '', null, 1, '123456'),
  )
  // Keys as JSON.parse makes them: `__proto__` is an ordinary field.
  const near = fc
    .array(fc.tuple(fc.constantFrom(...names, ...hostileKeys), values))
    .map((entries) => Object.fromEntries(entries))
  const inputs = fc.oneof(fc.jsonValue(), fc.anything(), near)
  const each = Object.entries(contracts)

  test.each(each)('%s: nothing throws, and an accepted value has no field outside the contract', (_, schema) => {
    fc.assert(
      fc.property(inputs, (input) => {
        for (const read of [checkShape, parseForm]) {
          const result = read(schema, input)
          if (result.ok) {
            expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype)
            for (const key of Reflect.ownKeys(result.value as object)) {
              expect(Object.hasOwn(schema.properties, key)).toBe(true)
            }
            for (const name of schema.required ?? []) expect(Object.hasOwn(result.value as object, name)).toBe(true)
          } else expect([400, 422]).toContain(result.refusal.status)
        }
      }),
      { numRuns: 250 },
    )
  })

  test('a refused form gets 422', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const result = parseForm(Registration, input)
        expect(result.ok || result.refusal.status === 422).toBe(true)
      }),
    )
  })

  test('an accepted value is accepted again, unchanged', () => {
    fc.assert(
      fc.property(near, (input) => {
        const first = checkShape(Person, input)
        if (first.ok) expect(checkShape(Person, first.value)).toEqual(first)
      }),
      { numRuns: 300 },
    )
  })
})
