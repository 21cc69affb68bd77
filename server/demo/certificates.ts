import type { FileKind } from '#server/domain/application/document-rules.ts'
import { wantedCertificates } from '#server/domain/scrutiny/certificates.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { hours } from '#server/kernel/time.ts'
import type { Progress } from './applications'
import type { Draw } from './draw'
import type { KeptSpecimen } from './specimens'
import type { DemoStore } from './store'

/**
 * Certificates handed in beside the form: some members of the cohort hand theirs in at once, and an officer has judged
 * some.
 */
export function writeCertificates(
  store: Pick<DemoStore, 'addCertificate'>,
  draw: Draw,
  {
    candidateId,
    answers,
    progress: { submittedAt },
    fileOf,
    now,
  }: { candidateId: number; answers: Answers; progress: Progress; fileOf(kind: FileKind): KeptSpecimen; now: number },
): void {
  if (submittedAt === null) return
  const { cgpa = null, cgpaScale = null, cgpaPercentage = null } = answers['qualifications-details'] ?? {}
  for (const kind of wantedCertificates(answers)) {
    const uploadedAt = submittedAt + hours(draw.whole(1, 40))
    if (uploadedAt >= now || !draw.chance(0.6)) continue
    const decidedAt = uploadedAt + hours(draw.whole(5, 60))
    const isDecided = decidedAt < now
    const isMarks = kind === 'cgpa-conversion'
    store.addCertificate({
      candidateId,
      kind,
      cgpa: isMarks ? cgpa : null,
      scale: isMarks ? cgpaScale : null,
      percentage: isMarks ? cgpaPercentage : null,
      ...fileOf(kind),
      uploadedAt,
      verdict: isDecided ? 'verified' : null,
      decidedAt: isDecided ? decidedAt : null,
    })
  }
}
