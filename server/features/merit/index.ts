import path from 'node:path'
import { createPapers } from '#server/adapters/papers.ts'
import { meritPaper } from '#server/documents/merit-paper.ts'
import type { Presses } from '#server/documents/presses.ts'
import type { Base } from '#server/features/base.ts'
import type { MessagesArea } from '#server/features/messages/index.ts'
import { createMeritLists } from './merit-lists/desk'
import { createRankings } from './merit-lists/ranking'
import { meritListsStore } from './merit-lists/store'
import { createMeritPages } from './merit-pages/service'
import { meritPagesStore } from './merit-pages/store'

/** Merit lists: made at the desk, read by everybody. */
export function composeMerit(base: Base, { messages }: MessagesArea, { issuer, listPress }: Presses) {
  const { clock, course, folder, db, log, pause, audit, notices, releases, publicChanged } = base
  const meritLists = createMeritLists({
    db,
    releases,
    store: meritListsStore(db),
    clock,
    course,
    rankings: createRankings(log),
    concerns: base.releaseConcerns.beforeList,
    activity: notices.activity,
    tell: messages.tell,
    isWaiting: messages.isWaiting,
    record: audit.record,
    onPublished: publicChanged,
    pause,
  })
  const meritPages = createMeritPages({
    store: meritPagesStore(db),
    papers: createPapers(path.join(folder, 'merit-lists'), clock.real, log),
    print: (paper, rows, write) => {
      const entry = base.publicLog.entryOf(`merit-list:${paper.edition.id}`)
      return listPress.print(meritPaper({ ...paper, entry }, issuer), rows, write)
    },
  })
  return { meritLists, meritPages }
}

export type MeritArea = ReturnType<typeof composeMerit>
