import { askBack } from '#pages/parts/content/confirm.server.ts'
import { wallClock } from '#pages/parts/content/wall-clock.server.ts'
import { listView } from '#pages/parts/desk/list-view.ts'
import { noticeView } from '#pages/parts/notices/views.ts'
import { href } from '#pages/ui/href.ts'
import { isNoticeKind, type NoticeKind } from '#server/domain/site/notices.ts'
import { NoticeAct, NoticeDraft } from '#server/features/content/notices/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'

export const texts = ['content', 'notices', 'faq', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.notices')

const kindOf = ({ query }: DeskPage): NoticeKind => (isNoticeKind(query.kind) ? query.kind : 'notice')

/** All notices of a kind, the one to edit, and a preview of the words just sent. */
export function load(page: DeskPage) {
  const { services, language, query } = page
  const kind = kindOf(page)
  const chosen = services.notices.notice(writtenNumber(query.id) ?? 0)
  const edited = chosen?.kind === kind ? chosen : undefined
  const [date, time] = edited ? wallClock(edited.publishedAt) : ['', '']
  return {
    kind,
    edited: edited && {
      id: edited.id,
      heading: edited.title[language],
      title: edited.title,
      body: edited.body,
      phase: edited.phase,
      date,
      time,
    },
    preview: previewOf(page),
    list: listView(page, services.deskLists.lists.notices),
  }
}

/** A preview of the posted notice in both languages; null if none was posted or it is invalid. */
function previewOf(page: DeskPage) {
  const body = page.posted
  if (!('titleEn' in body)) return null
  const form = page.form(NoticeDraft)
  const draft = form.ok ? page.services.notices.drafted(form.value) : form
  if (!draft.ok) return null
  return {
    en: noticeView({ ...draft.value, id: 0 }, 'en'),
    mr: noticeView({ ...draft.value, id: 0 }, 'mr'),
  }
}

/** A form with an intent acts on a notice; any other form saves one. */
export const action = (page: DeskPage) => ('intent' in page.posted ? actOn(page) : write(page))

const listOf = ({ cellBase }: DeskPage, kind: NoticeKind) => href(cellBase, 'notices', undefined, { kind })

function write(page: DeskPage) {
  const { services, language, t } = page
  const form = page.form(NoticeDraft)
  if (!form.ok) return form
  const draft = services.notices.drafted(form.value)
  if (!draft.ok) return draft
  const { kind, title: titles, publishedAt } = draft.value
  if (form.value.confirmed === undefined) {
    const isLater = publishedAt > services.clock.portal()
    const time = formatDateTime(publishedAt, language)
    return askBack(page.posted, {
      title: t('content:notices.confirm-title'),
      lines: [isLater ? t('content:notices.confirm-later', { time }) : t('content:notices.confirm-now')],
      submit: t('content:notices.confirm'),
      name: 'confirmed',
      value: 'yes',
    })
  }
  const done = services.notices.publish(page.actor, form.value)
  if (!done.ok) return done
  return page.redirect(listOf(page, kind), {
    type: 'success',
    key: form.value.id === undefined ? 'content:flash.published' : 'content:flash.changed',
    values: { title: titles[language] },
  })
}

function actOn(page: DeskPage) {
  const form = page.form(NoticeAct)
  if (!form.ok) return form
  const isWithdrawn = form.value.intent === 'withdraw'
  const done = page.services.notices.setWithdrawn(page.actor, Number(form.value.id), isWithdrawn)
  if (!done.ok) return done
  return page.redirect(listOf(page, done.value.kind), {
    type: 'success',
    key: isWithdrawn ? 'content:flash.withdrawn' : 'content:flash.restored',
  })
}
