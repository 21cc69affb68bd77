import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import {
  type ReadReply,
  type ReplyKind,
  type ReplyReason,
  readReply,
  replyLength,
  replyReasons,
} from '#server/domain/scrutiny/replies.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { mayDo, type StaffMember } from '#server/domain/terms/staff.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import type { ReplyForm } from './schema'
import type { RepliesStore, ReplyRow } from './store'

/** A reply that an officer can choose. `value`: of the form's field; `text`: in the candidate's language. */
export type ReplyChoice = { value: string; label: string; text: string; isReason: boolean }

/** What an officer posted as a reply: the one chosen, and the text as it was composed. */
type Given = { reply?: string | undefined; text?: string | undefined }

const faults = (...fields: FieldFault[]) => refuse('check-answers', 422, { fields })

/** The replies of the cell, and what an officer's reply comes to. Source: rules §5.8. */
export function createReplies({
  db,
  store,
  clock,
  record,
}: {
  db: Database
  store: RepliesStore
  clock: Pick<Clock, 'portal'>
  record: RecordAct
}) {
  const note = (actor: StaffMember, act: 'made' | 'changed' | 'ended', id: number, { kind }: { kind: string }) =>
    record(auditActor(actor), `reply-templates.${act}`, { of: `reply-template:${id}` }, { kind })

  const reasonIn = (reason: ReplyReason, language: Language) => translate(language, `replies:reason.${reason}`)

  const textOf = (row: ReplyRow, language: Language) => (language === 'mr' ? row.textMr : row.textEn)

  /** The language of a reply's reader: a candidate's own, or of somebody else the one that is given. */
  const languageOf = (to: number | Language): Language => (typeof to === 'number' ? store.languageOf(to) : to)

  /** The current template with this number, for somebody who keeps them. */
  function kept(actor: StaffMember, id: number): Result<ReplyRow> {
    if (!mayDo(actor.role, 'settings')) return refuse('unknown-reply', 404)
    const row = store.find(id)
    return row && row.endedAt === null ? ok(row) : refuse('unknown-reply', 404)
  }

  return {
    /** The templates that staff can choose now. */
    list: (): ReplyRow[] => store.current(),

    /**
     * Keeps a template, or changes one; replies that were sent stay as they are. Refusals: `unknown-reply` (404), and
     * `reply-changed` (409) for one that somebody else has changed since.
     */
    put(actor: StaffMember, { id, seen, ...form }: ReplyForm): Result<{ title: string }> {
      return db.transact((): Result<{ title: string }> => {
        if (!mayDo(actor.role, 'settings')) return refuse('unknown-reply', 404)
        const most = replyLength[form.kind]
        const long = (['textEn', 'textMr'] as const).filter((name) => form[name].length > most)
        if (long.length)
          return faults(...long.map((field) => ({ field, code: 'replyText.long', params: { max: String(most) } })))
        const row = { ...form, changedAt: clock.portal(), changedBy: actor.id }
        if (id === undefined) {
          note(actor, 'made', store.add(row), form)
          return ok({ title: form.title })
        }
        const found = kept(actor, Number(id))
        if (!found.ok) return found
        if (seen !== String(found.value.changedAt)) return refuse('reply-changed', 409)
        store.change(Number(id), row)
        note(actor, 'changed', Number(id), form)
        return ok({ title: form.title })
      })
    },

    /** Ends a template: nobody can choose it any more. */
    end(actor: StaffMember, id: number): Result<{ title: string }> {
      return db.transact((): Result<{ title: string }> => {
        const found = kept(actor, id)
        if (!found.ok) return found
        store.change(id, { endedAt: clock.portal() })
        note(actor, 'ended', id, found.value)
        return ok({ title: found.value.title })
      })
    },

    /** The reasons and templates for a reply, labelled in the officer's language. `to`: as in `languageOf`. */
    choices(kind: ReplyKind, to: number | Language, language: Language): ReplyChoice[] {
      const theirs = languageOf(to)
      return [
        ...replyReasons[kind].map((reason) => ({
          value: reason,
          label: reasonIn(reason, language),
          text: reasonIn(reason, theirs),
          isReason: true,
        })),
        ...store
          .current(kind)
          .map((row) => ({ value: String(row.id), label: row.title, text: textOf(row, theirs), isReason: false })),
      ]
    },

    /** A reply that was sent, for a reader in this language: what a reason or a template says, then what the officer wrote. */
    read(kind: ReplyKind, sent: string, language: Language): ReadReply {
      const known = [
        ...replyReasons[kind].map((reason) => ({ en: reasonIn(reason, 'en'), mr: reasonIn(reason, 'mr') })),
        ...store.ever(kind).map(({ textEn: en, textMr: mr }) => ({ en, mr })),
      ]
      return readReply(sent, known, language)
    },

    /**
     * The text of a reply: as it was composed, or where nothing was written, the chosen one's in the language of its reader.
     * `to`: as in `languageOf`. A template that was ended meanwhile is refused once, with its title, and what was composed stays. `field`: that of
     * the text in the form; `code`: of the fault if there is none.
     */
    compose(
      kind: ReplyKind,
      to: number | Language,
      { reply, text }: Given,
      missing: { field: string; code: string },
    ): Result<string> {
      const theirs = languageOf(to)
      if (!reply) return text ? ok(text) : faults(missing)
      const reason = replyReasons[kind].find((one) => one === reply)
      if (reason) return ok(text || reasonIn(reason, theirs))
      const row = /^[1-9][0-9]{0,8}$/.test(reply) ? store.find(Number(reply)) : undefined
      if (!row || row.kind !== kind) return faults({ field: 'reply', code: 'replyChoice.invalid' })
      if (row.endedAt !== null)
        return faults({ field: 'reply', code: 'replyChoice.gone', params: { title: row.title } })
      return ok(text || textOf(row, theirs))
    },
  }
}
