import { formatDate } from '../../../server/i18n/format'
import type { Language } from '../../../server/kernel/languages'
import type { Page } from '../../../server/services'

export const texts = ['notices'] as const
export const isCacheable = true

type Notice = ReturnType<Page['services']['notices']['latest']>[number]

/** A notice in one language. */
export const noticeIn = (language: Language, { id, title, body, publishedAt }: Notice) => ({
  id,
  title: title[language],
  body: body[language],
  date: formatDate(publishedAt, language),
})

/** Every notice that is published. */
export const load = ({ services, language }: Page) => ({
  notices: services.notices.latest(200).map((notice) => noticeIn(language, notice)),
})
