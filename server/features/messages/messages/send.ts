import {
  addressesOf,
  mayGoBy,
  type NewMessage,
  type Tell,
  type TellCell,
  type TellOffice,
  waysOf,
} from '#server/domain/messages/message-templates.ts'
import { languages } from '#server/kernel/languages.ts'
import type { Contents } from './contents'
import type { MessagesDependencies } from './deps'
import { unfilledPlaceholders } from './render'
import type { OutboxStore } from './store'

/** Writes messages to the outbox, in the transaction that causes them. `kick` wakes the delivery. */
export function createSending(
  { clock, course, keepInBox, receiverLink }: MessagesDependencies,
  store: OutboxStore,
  contents: Contents,
  kick: () => void,
) {
  /** See `Send`. */
  function send(message: NewMessage): void {
    const {
      candidateId,
      channel,
      to,
      template,
      language,
      params = {},
      secrets = {},
      expiresAt = null,
      batch = null,
      onlyWhile = null,
      quietUntil = null,
      receiverId = null,
    } = message
    const createdAt = clock.real()
    const saidAt = clock.portal()
    const heldUntil = channel === 'email' ? null : quietUntil
    const words = { template, channel, language, params, createdAt, saidAt, expiresAt, receiverId }
    const row = { ...words, candidateId, recipient: to, batch, onlyWhile, heldUntil }
    if (!mayGoBy(template, channel)) throw new Error(`${template} does not go by ${channel}`)
    if ('otp' in params || 'link' in params) throw new Error(`${template}: OTPs and links are secrets, not params`)
    const unfilled = unfilledPlaceholders(course, contents.contentOf(row, secrets))
    if (unfilled.length) throw new Error(`${template} by ${channel} lacks ${unfilled.join(', ')}`)
    store.add({ ...row, sealed: contents.sealOf(row, secrets) })
    kick()
  }

  const tell: Tell = (candidateId, template, given = {}, { by, language: asked, ...how } = {}) => {
    const addressee = store.addressee(candidateId)
    if (!addressee) throw new Error(`${template}: there is no candidate ${candidateId}`)
    const { userId } = addressee
    const language = asked ?? addressee.language
    const params = { userId, ...(typeof given === 'function' ? given(language) : given) }
    const ways = waysOf(template).filter((way) => by === undefined || by.includes(way))
    const message = { candidateId, template, language, params }
    if (how.secrets && ways.includes('box')) throw new Error(`${template}: the message box keeps no secrets`)
    for (const address of addressesOf(ways, addressee)) {
      const { receiverId, channel } = address
      // Nothing secret of the candidate's goes to the second receiver: only the link that ends their own messages.
      const own =
        receiverId === undefined ? {} : { secrets: channel === 'email' ? { link: receiverLink(receiverId) } : {} }
      send({ ...message, ...address, ...how, ...own })
    }
    if (ways.includes('box')) keepInBox(message)
  }

  const tellOffice: TellOffice = (to, template, params) => {
    // The portal does not know which language the office's reader prefers.
    for (const language of languages)
      send({ candidateId: null, channel: 'email', to, template, language, params: params(language) })
  }

  const tellCell: TellCell = (template, params) => tellOffice(course.contact.email, template, params)

  return { send, tell, tellOffice, tellCell }
}
