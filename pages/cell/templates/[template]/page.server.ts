import { askBack } from '#pages/parts/content/confirm.server.ts'
import { href } from '#pages/ui/href.ts'
import type { MessagePart, MessageTemplate, Wording } from '#server/domain/messages/message-templates.ts'
import { channelsOf, smsParts, titleOf, titlePart } from '#server/domain/messages/message-templates.ts'
import type { DeskPage } from '#server/features/index.ts'
import { fieldOf, longest, OwnWords } from '#server/features/messages/templates/schema.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { languages } from '#server/kernel/languages.ts'
import { refuse } from '#server/kernel/result.ts'

type Shown = DeskPage<'templates/:template'>

export const texts = ['templates'] as const
export const title = (_page: Shown, data: DataOf<typeof load>): string => data.title

/** One message: its words to edit, a preview, and its versions; null (404) for an unknown message. */
export function load(page: Shown) {
  const { services, params, language } = page
  const view = services.templates.view(params.template)
  if (!view) return null
  const draft = page.request.method === 'POST' ? services.templates.drafted(view.template, page.posted) : null
  const shown: Wording = draft?.ok
    ? draft.value.wording
    : { texts: Object.fromEntries(view.parts.map(({ part, words }) => [part, words])), ids: {} }
  const named = view.parts.find(({ part }) => part === titlePart(view.template))!
  return {
    ...view,
    title: titleOf(named.words[language]) ?? page.t('templates:own-words'),
    parts: view.parts.map(({ part, words, placeholders }) => ({
      part,
      words,
      placeholders,
      longest: longest(part),
      fields: { en: fieldOf(part, 'en'), mr: fieldOf(part, 'mr') },
    })),
    versions: view.versions.map(({ id, what, madeAt, madeBy }) => ({
      id,
      what,
      at: formatDateTime(madeAt, language),
      by: madeBy,
    })),
    preview: previewOf(page, view.template, shown),
  }
}

/** A preview of the message in both languages, with examples in place of the placeholders. */
function previewOf({ services }: Shown, template: MessageTemplate, wording: Wording) {
  return languages.map((language) => ({
    language,
    parts: channelsOf(template).flatMap((channel) => {
      if (channel === 'push') return []
      const values = services.templates.examples(template, language)
      const { subject, text } = services.messages.preview({ template, channel, language, values, wording })
      const parts: { part: MessagePart; text: string; smsParts: number | null }[] = [
        { part: channel, text, smsParts: channel === 'sms' ? smsParts(text) : null },
      ]
      return subject === undefined ? parts : [{ part: 'subject' as const, text: subject, smsParts: null }, ...parts]
    }),
  }))
}

/** Changes the words after a preview, or restores the portal's original words. */
export function action(page: Shown) {
  const { services, t } = page
  const view = services.templates.view(page.params.template)
  if (!view) return refuse('template-unknown', 404)
  const { template } = view
  const here = href(page.cellBase, 'templates/:template', { template })
  if ('intent' in page.posted) {
    const form = page.form(OwnWords)
    if (!form.ok) return form
    const restored = services.templates.restore(page.actor, template, Number(form.value.version))
    if (!restored.ok) return restored
    return page.redirect(here, { type: 'success', key: 'templates:flash.restored' })
  }
  const draft = services.templates.drafted(template, page.posted)
  if (!draft.ok) return draft
  if (page.posted.confirmed !== 'yes') {
    return askBack(page.posted, {
      title: t('templates:confirm-title'),
      lines: [t('templates:confirm-from-now'), t('templates:confirm-ids')],
      submit: t('templates:confirm'),
      name: 'confirmed',
      value: 'yes',
    })
  }
  const changed = services.templates.change(page.actor, template, page.posted)
  if (!changed.ok) return changed
  return page.redirect(here, { type: 'success', key: 'templates:flash.changed' })
}
