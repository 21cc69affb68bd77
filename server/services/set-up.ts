import { randomBytes } from 'node:crypto'
import { channelsOf, type MessageTemplate, messageTemplates } from '#server/domain/messages/message-templates.ts'
import { createSetUp } from '#server/features/content/content/set-up.ts'
import { languages } from '#server/kernel/languages.ts'
import { rupees } from '#server/kernel/money.ts'
import type { CandidateWing } from './candidate'
import type { Ground } from './ground'
import type { MessagesWing } from './messages'

/** The messages with which the senders are tried. */
const triedWith = { sms: 'registration-otp', email: 'recovery-otp' } as const satisfies Record<string, MessageTemplate>

/** The set-up of an empty portal, which looks at every other part. */
export function createSetUpWing(
  ground: Ground,
  { templates, messages, housekeeping }: MessagesWing,
  { gateway }: Pick<CandidateWing, 'gateway'>,
) {
  const { clock, course, contentRows, defaults, editing, notices, directory, releases, senders } = ground
  const setUp = createSetUp({
    ...editing,
    store: contentRows,
    defaults,
    releases,
    facts: () => ({
      undated: notices.undated().length,
      past: notices.schedule().filter(({ state }) => state === 'past').length,
      centres: directory.centres().length,
      needsCentres: course.form.modes.includes(2),
      templatesWithoutId: (Object.keys(messageTemplates) as MessageTemplate[]).filter((template) => {
        const { ids } = templates.view(template)!
        return channelsOf(template).includes('sms') && languages.some((language) => !ids[language])
      }).length,
      backups: housekeeping.view().backups.length,
    }),
    send(channel, to) {
      const template = triedWith[channel]
      const wording = templates.wording(template, clock.portal())
      const values = templates.examples(template, 'en')
      return senders[channel].send({
        idempotencyKey: `set-up-${randomBytes(8).toString('hex')}`,
        channel,
        to,
        template,
        templateId: wording?.ids.en,
        language: 'en',
        ...messages.preview({ template, channel, language: 'en', values, wording }),
      })
    },
    async tryGateway() {
      const amount = rupees(1)
      const order = await gateway.createOrder({ reference: `test-${randomBytes(8).toString('hex')}`, amount })
      if (!order.ok) return order.reason
      const tries = await gateway.triesOf(order.value.orderId)
      return tries.ok ? null : tries.reason
    },
    backUp: housekeeping.backUp,
  })
  return { setUp }
}
