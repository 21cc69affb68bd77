import { HtmlValidate } from 'html-validate'
import { expect } from './server'

/** The rules of the HTML standard; none of the preset is switched off. */
const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

/** The bytes that the server sends, before any script runs, are valid HTML. */
export async function expectValid(html: string, path: string): Promise<void> {
  const { results } = await validator.validateString(html)
  const faults = results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, offset }) => `${ruleId}: ${message}: ${html.slice(Math.max(0, offset - 60), offset + 60)}`)
  expect.soft(faults, path).toEqual([])
}
