import { describe, expect, test } from 'vitest'
import { amountInWords } from '#server/i18n/amount-in-words.ts'
import { rupees } from '#server/kernel/money.ts'

describe('an amount in words', () => {
  test.each([
    [0, 'Rupees zero only', 'अक्षरी रुपये शून्य फक्त'],
    [1, 'Rupees one only', 'अक्षरी रुपये एक फक्त'],
    [19, 'Rupees nineteen only', 'अक्षरी रुपये एकोणीस फक्त'],
    [20, 'Rupees twenty only', 'अक्षरी रुपये वीस फक्त'],
    [49, 'Rupees forty-nine only', 'अक्षरी रुपये एकोणपन्नास फक्त'],
    [100, 'Rupees one hundred only', 'अक्षरी रुपये शंभर फक्त'],
    [101, 'Rupees one hundred one only', 'अक्षरी रुपये एकशे एक फक्त'],
    [300, 'Rupees three hundred only', 'अक्षरी रुपये तीनशे फक्त'],
    [400, 'Rupees four hundred only', 'अक्षरी रुपये चारशे फक्त'],
    [1000, 'Rupees one thousand only', 'अक्षरी रुपये एक हजार फक्त'],
    [1200, 'Rupees one thousand two hundred only', 'अक्षरी रुपये एक हजार दोनशे फक्त'],
    [1178, 'Rupees one thousand one hundred seventy-eight only', 'अक्षरी रुपये एक हजार एकशे अठ्ठ्याहत्तर फक्त'],
    [99_000, 'Rupees ninety-nine thousand only', 'अक्षरी रुपये नव्व्याण्णव हजार फक्त'],
    [100_000, 'Rupees one lakh only', 'अक्षरी रुपये एक लाख फक्त'],
    [
      999_999,
      'Rupees nine lakh ninety-nine thousand nine hundred ninety-nine only',
      'अक्षरी रुपये नऊ लाख नव्व्याण्णव हजार नऊशे नव्व्याण्णव फक्त',
    ],
  ])('%d', (amount, english, marathi) => {
    expect(amountInWords(rupees(amount), 'en')).toBe(english)
    expect(amountInWords(rupees(amount), 'mr')).toBe(marathi)
  })

  test('no two amounts below a thousand have the same words in either language', () => {
    for (const language of ['en', 'mr'] as const) {
      const spelled = Array.from({ length: 1000 }, (_, n) => amountInWords(rupees(n), language))
      expect(new Set(spelled).size).toBe(1000)
      expect(spelled.filter((words) => /undefined| {2}|–/.test(words))).toEqual([])
    }
  })

  test.each([-1, 0.5, 1_000_000])('%d rupees cannot be written on a receipt', (amount) => {
    expect(() => amountInWords(rupees(amount), 'en')).toThrow(RangeError)
  })
})
