import type { Bilingual, Language } from '#server/kernel/languages.ts'

/** What staff reply to: a certificate that they reject, a grievance, an admission that they object to. */
export const replyKinds = ['certificate', 'grievance', 'objection'] as const
export type ReplyKind = (typeof replyKinds)[number]

/** The longest reply of each kind, in characters. Source: rules §5.8. */
export const replyLength: Readonly<Record<ReplyKind, number>> = { certificate: 300, grievance: 1000, objection: 300 }

/** The reasons that the portal itself offers for a kind, in words of both languages. */
const ofDocument = ['illegible', 'other-document', 'incomplete', 'not-valid', 'differs'] as const
/** What a regional office asks of an institute. */
const ofAdmission = ['original-missing', 'scan-unclear', 'claim-unproved', 'form-differs'] as const
export type ReplyReason = (typeof ofDocument)[number] | (typeof ofAdmission)[number]
export const replyReasons: Readonly<Record<ReplyKind, readonly ReplyReason[]>> = {
  certificate: ofDocument,
  grievance: [],
  objection: ofAdmission,
}

/** A reply as its candidate reads it. `standard`: in the page's language; `own`: in that of the officer. Either may be empty. */
export type ReadReply = { standard: string; own: string }

/**
 * Parts a reply that was sent into the reason or template with which it begins, given in the reader's language, and what the
 * officer wrote. The words themselves say which one it was, so that it is recognised for as long as nobody has changed it.
 * `known`: the reasons and templates of its kind. Source: rules §5.8.
 */
export function readReply(sent: string, known: readonly Bilingual[], language: Language): ReadReply {
  // In mid-sentence the officer has changed what it says: Marathi puts "not" last.
  const isEnded = (words: string) => /[.!?।]$/.test(words)
  const begins = (words: string) =>
    sent.startsWith(words) && (isEnded(words) ? /^(\s|$)/ : /^(\n|$)/).test(sent.slice(words.length))
  const [best] = known
    .flatMap((one) => [one.en, one.mr].filter((words) => words && begins(words)).map((words) => ({ one, words })))
    .sort((a, b) => b.words.length - a.words.length)
  if (!best) return { standard: '', own: sent }
  return { standard: best.one[language], own: sent.slice(best.words.length).trim() }
}
