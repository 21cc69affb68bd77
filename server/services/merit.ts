import path from 'node:path'
import { meritPaper } from '#server/documents/merit-paper.ts'
import { releaseConcernsStore } from '#server/features/desk/release/concerns-store.ts'
import { createMeritLists } from '#server/features/merit/merit-lists/desk.ts'
import { createRankings } from '#server/features/merit/merit-lists/ranking.ts'
import { meritListsStore } from '#server/features/merit/merit-lists/store.ts'
import { createPapers } from '#server/features/merit/merit-pages/papers.ts'
import { createMeritPages } from '#server/features/merit/merit-pages/service.ts'
import { meritPagesStore } from '#server/features/merit/merit-pages/store.ts'
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
