import path from 'node:path'
import { meritPaper } from '../documents/merit-paper'
import { createMeritLists } from '../features/merit-lists/desk'
import { createRankings } from '../features/merit-lists/ranking'
import { meritListsStore } from '../features/merit-lists/store'
import { createPapers } from '../features/merit-pages/papers'
import { createMeritPages } from '../features/merit-pages/service'
import { meritPagesStore } from '../features/merit-pages/store'

import { releaseConcernsStore } from '../features/release/concerns-store'
import type { Ground } from './ground'
import type { MessagesWing } from './messages'
import type { Presses } from './presses'

/** Merit lists: made at the desk, read by everybody. */
export function createMeritWing(ground: Ground, mail: MessagesWing, presses: Presses) {
  const { clock, course, folder, db, log, pause, audit, notices, releases, publicChanged } = ground
  const { messages } = mail
  const { issuer, listPress } = presses
  const meritLists = createMeritLists({
    db,
    releases,
    store: meritListsStore(db),
    clock,
    course,
    rankings: createRankings(log),
    concerns: releaseConcernsStore(db).beforeList,
    activity: notices.activity,
    tell: messages.tell,
    isBusy: messages.isWaiting,
    record: audit.record,
    onPublished: publicChanged,
    pause: pause,
  })
  const meritPages = createMeritPages({
    store: meritPagesStore(db),
    papers: createPapers(path.join(folder, 'merit-lists'), clock.real, log),
    print: (paper, rows, write) => listPress.print(meritPaper(paper, issuer), rows, write),
  })
  return { meritLists, meritPages }
}

export type MeritWing = ReturnType<typeof createMeritWing>
