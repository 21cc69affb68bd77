import type { Clock } from '#server/adapters/clock.ts'
import type { FileStorage } from '#server/adapters/file-storage/file-storage.ts'
import type { CandidateLimits } from '#server/courses/candidate-limits.ts'
import type { Limits } from '#server/features/accounts/limits/store.ts'
import type { UploadSpace } from '#server/http/upload.ts'
import { ok, refuse } from '#server/kernel/result.ts'
import { days } from '#server/kernel/time.ts'

type UploadSpaceDeps = {
  files: Pick<FileStorage, 'receive' | 'remove'>
  clock: Pick<Clock, 'real'>
  limits: Pick<Limits, 'count' | 'window'>
  rules: CandidateLimits
}

/** Seconds after which a stalled upload is aborted. */
const retryAfter = 30

/**
 * The space for incoming uploads, and each candidate's share: a limit on simultaneous uploads and on bytes per day,
 * stored or not. Staff have no such limits. Source: case 86.
 */
export function createUploadSpace({ files, clock, limits, rules }: UploadSpaceDeps): UploadSpace {
  const running = new Map<number, number>()
  const { uploadBytesPerDay, uploadsAtOnce } = rules

  return {
    receive: files.receive,
    remove: files.remove,

    enter(candidateId) {
      if (candidateId === null) return ok(() => {})
      const now = clock.real()
      const key = `upload-bytes:${candidateId}`
      const today = limits.window(key, now)
      if (today && today.count >= uploadBytesPerDay) {
        const wait = Math.ceil((today.resetsAt - now) / 1000)
        const params = { megabytes: Math.floor(uploadBytesPerDay / 1024 / 1024), hours: Math.ceil(wait / 3600) }
        return refuse('upload-bytes', 429, { retryAfter: wait, params })
      }
      const own = running.get(candidateId) ?? 0
      if (own >= uploadsAtOnce) return refuse('uploads-at-once', 429, { retryAfter, params: { seconds: retryAfter } })
      running.set(candidateId, own + 1)
      return ok((bytes) => {
        const left = running.get(candidateId)! - 1
        if (left) running.set(candidateId, left)
        else running.delete(candidateId)
        if (bytes) limits.count(key, days(1), clock.real(), bytes)
      })
    },
  }
}
