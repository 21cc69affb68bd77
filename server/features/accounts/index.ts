import type { Base } from '#server/features/base.ts'
import type { MessagesArea } from '#server/features/messages/index.ts'
import type { OrdersInForce } from '#server/features/scrutiny/orders/published.ts'
import { createSeal } from '#server/http/seal.ts'
import type { AccountsDeps } from './accounts/deps'
import { registrationWindow } from './accounts/registration-window'
import { isDeviceOf } from './accounts/secrets'
import { createAccounts } from './accounts/service'
import { accountsStore } from './accounts/store'
import { createKeptForms } from './kept-forms/service'
import { keptFormsStore } from './kept-forms/store'
import { createLookUp } from './look-up/service'
import { lookUpStore } from './look-up/store'

/** Who may come in: accounts, and what is known of somebody who is not signed in. */
export function composeAccounts(
  base: Base,
  { messages, push, receiverLinks }: MessagesArea,
  ordersInForce: OrdersInForce,
  { summaryOf }: Pick<AccountsDeps, 'summaryOf'>,
) {
  const { config, clock, course, db, limits, pause, linkBase, notices, passwords, consents } = base
  const lookUpRows = lookUpStore(db)
  const accounts = createAccounts({
    db,
    store: accountsStore(db),
    limits,
    clock,
    course,
    secret: config.secret,
    previousSecret: config.previousSecret,
    passwords,
    onConsent: consents.record,
    tell: messages.tell,
    send: messages.send,
    ...registrationWindow({ notices, ordersInForce, clock }),
    onRegistered: (candidateId, mobile) => ordersInForce.bind(candidateId, mobile),
    summaryOf,
    onAttack: (on) => messages.tellCell(`${on}-alarm`, () => ({})),
    onLoginsEnded: push.endWithLogins,
    receiverLink: receiverLinks.linkTo,
    receiverOfLink: receiverLinks.read,
    birthDateOf: (userId) => lookUpRows.person(userId)?.birthDate ?? null,
    linkBase,
    sso: config.sso,
    pause,
  })
  const lookUp = createLookUp({
    store: lookUpRows,
    clock,
    limits,
    seal: createSeal(config, course.slug, 'look-ups'),
    rules: course.lookUpLimits,
    pause,
    isOwnDevice: (candidateId, device) => isDeviceOf({ ...config, course }, candidateId, device),
    onAttack: () => messages.tellCell('look-up-alarm', () => ({})),
  })
  const keptForms = createKeptForms({
    db,
    store: keptFormsStore(db),
    clock,
    seal: createSeal<string>(config, course.slug, 'kept forms'),
  })
  return { ordersInForce, accounts, lookUp, keptForms }
}

export type AccountsArea = ReturnType<typeof composeAccounts>
