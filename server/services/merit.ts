import path from 'node:path'
import { meritPaper } from '#server/documents/merit-paper.ts'
import type { Presses } from '#server/documents/presses.ts'
import type { Base } from '#server/features/base.ts'
import { createMeritLists } from '#server/features/merit/merit-lists/desk.ts'
import { createRankings } from '#server/features/merit/merit-lists/ranking.ts'
import { meritListsStore } from '#server/features/merit/merit-lists/store.ts'
import { createPapers } from '#server/features/merit/merit-pages/papers.ts'
import { createMeritPages } from '#server/features/merit/merit-pages/service.ts'
import { meritPagesStore } from '#server/features/merit/merit-pages/store.ts'
import type { MessagesArea } from '#server/features/messages/index.ts'

/** Merit lists: made at the desk, read by everybody. */
export function createMeritWing(ground: Base, mail: MessagesArea, presses: Presses) {
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
    concerns: ground.releaseConcerns.beforeList,
    activity: notices.activity,
    tell: messages.tell,
    isWaiting: messages.isWaiting,
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
