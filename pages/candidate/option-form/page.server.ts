import { formatDateTime } from '../../../server/i18n/format'
import type { Page } from '../../../server/services'
import { headOf } from '../../options-parts/head'
import { listOf } from '../../options-parts/lines'

export const texts = ['options'] as const

/** The round at a glance: what is done, what is next, and every list that was saved. */
export function load(page: Page) {
  const { services, language, query } = page
  const head = headOf(page)
  const history = services.optionForm.history(page.actor!, head.round)
  const asked = history.find(({ version }) => String(version) === query.version)
  const time = (at: number) => formatDateTime(at, language)
  return {
    head,
    history: history.map(({ version, act, choices, at, device }) => ({
      version,
      act,
      count: choices.length,
      at: time(at),
      device,
    })),
    /** An earlier list that was asked for. */
    shown: asked
      ? { version: asked.version, at: time(asked.at), lines: listOf(page, head.round, asked.choices).lines }
      : null,
  }
}
