import type { Services } from '#server/features/index.ts'
import { days, hours, type Instant } from '#server/kernel/time.ts'
import { staffPersona } from './staff-personas'
import type { DemoStore } from './store'

/**
 * Cases at the desk that wait for a second person: a new number for a lost mobile and a special order, each prepared by
 * the second admin, so that the first one can release it; and a request for erasure, which waits for an answer. Joins the transaction of the seed. `half`: a candidate whose
 * form is not complete.
 */
export function seedDeskCases(
  store: Pick<DemoStore, 'addMobileRequest' | 'addOrder' | 'addDataRequest' | 'staffId'>,
  half: number,
  now: Instant,
) {
  const preparedBy = store.staffId('admin-2')
  store.addMobileRequest({
    candidateId: half,
    newMobile: '9000009999',
    seen: 'college-card',
    note: 'Face and name as in the photograph and on the SSC marksheet.',
    state: 'prepared',
    preparedBy,
    preparedAt: now - hours(2),
  })
  store.addOrder({
    kind: 'extend',
    candidateId: half,
    orderNumber: 'DEMO/2024/118',
    authority: 'Commissioner of the cell',
    reason: 'In hospital from 8 to 13 August, certificate seen.',
    until: now + days(5),
    state: 'prepared',
    preparedBy,
    preparedAt: now - hours(3),
  })
  const filedAt = now - days(4)
  store.addDataRequest({
    candidateId: half,
    kind: 'erasure',
    text: 'I have taken admission in another state. Please erase everything that you hold about me.',
    state: 'open',
    filedAt,
    dueAt: filedAt + days(30),
  })
}

/** Colleagues of the scrutiny officer; nobody logs in as one of them. */
export const colleagues = {
  left: { loginName: 'so-left', fullName: 'Anita Vasant Kale' },
  there: { loginName: 'so-colleague', fullName: 'Prakash Balwant Sawant' },
} as const

/**
 * One officer who has left, with forms that she confirmed drawn for a second reading; and one at work for the whole state, so
 * that leave can be noted, and forms be given away and shared.
 */
export function seedColleagues(
  store: Pick<DemoStore, 'addStaff' | 'addSecondReadings'>,
  passwordHash: string,
  now: Instant,
): void {
  const account = { role: 'so', passwordHash, mustChangePassword: false, createdAt: now - days(30) } as const
  const firstId = store.addStaff({ ...account, ...colleagues.left, disabledAt: now - days(1) })
  store.addSecondReadings(firstId, 2)
  store.addStaff({ ...account, ...colleagues.there })
}

/** An order that waits for a second admin: `again`, a member's second registration, is cancelled, and the first goes on. */
export function prepareMerge(
  store: Pick<DemoStore, 'addOrder' | 'staffId'>,
  again: number,
  first: number,
  now: Instant,
): void {
  store.addOrder({
    kind: 'cancel-application',
    candidateId: again,
    keptId: first,
    orderNumber: 'DEMO/2024/121',
    authority: 'Commissioner of the cell',
    reason: 'Registered twice: the same name, date of birth and certificate numbers.',
    state: 'prepared',
    preparedBy: store.staffId('admin-2'),
    preparedAt: now - hours(2),
  })
}

/** The cell refuses the orders whose time has run out before anybody released them. */
export function refuseLapsedOrders(portal: Services): void {
  const { orders, clock } = portal
  const admin = staffPersona(portal, 'admin-2')
  for (const { id, until } of orders.waiting(admin))
    if (until !== null && until <= clock.portal()) orders.refuse(admin, id)
}

/** So many of the texts by SMS have no id of the provider yet, so that the desk shows what the cell has to ask for. */
const withoutId = 4

/** Ids as a provider gives them. Nothing is sent in a demo, so they are invented. */
export function giveMessageIds(portal: Services): void {
  const { templates } = portal
  const given = templates.idLines().slice(0, -withoutId)
  const id = (place: number) => `1107${String(170_000_000_000_000 + 97 * place)}`
  const lines = given.map(({ template, language }, place) => ({ template, language, id: id(place) }))
  templates.changeIds(staffPersona(portal, 'admin'), lines, templates.newestVersion())
}

/** Replies that the cell keeps for its officers. */
export function keepReplies(portal: Services): void {
  const admin = staffPersona(portal, 'admin')
  for (const reply of replies) portal.replies.put(admin, reply)
}

const replies = [
  {
    kind: 'certificate',
    title: 'Of another year',
    textEn: "The certificate is for another year. Upload this year's.",
    textMr: 'प्रमाणपत्र दुसऱ्या वर्षाचे आहे. या वर्षाचे प्रमाणपत्र अपलोड करा.',
  },
  {
    kind: 'grievance',
    title: 'Marks compared, no change',
    textEn: 'We compared your marks with your marksheet. The merit list shows them as the marksheet does.',
    textMr: 'तुमचे गुण गुणपत्रिकेशी पडताळून पाहिले. गुणवत्ता यादीतील गुण गुणपत्रिकेप्रमाणेच आहेत.',
  },
  {
    kind: 'grievance',
    title: 'Send the marksheet',
    textEn: 'Please answer here and attach both sides of the marksheet.',
    textMr: 'तुम्ही म्हणता त्या गुणपत्रिकेच्या दोन्ही बाजू येथे उत्तरासोबत पाठवा.',
  },
  {
    kind: 'objection',
    title: 'Original missing',
    textEn: 'The record lists an original that the institute has not seen. Check the original, then record it.',
    textMr: 'नोंदीत असलेले मूळ कागदपत्र संस्थेने पाहिलेले नाही. ते पाहून नोंद करा.',
  },
] as const
