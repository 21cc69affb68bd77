import type { Services } from '#server/features/index.ts'
import { staffPersona } from './staff-personas'

/**
 * The regional office begins its second check at the institute of the demo: it objects to two admissions, of which the
 * institute has answered one.
 */
export function beginSecondChecks({ admissionReports, ...portal }: Services): void {
  const [office, institute] = [staffPersona(portal, 'ro'), staffPersona(portal, 'institute')]
  const code = institute.institute!
  const list = admissionReports.approvalList(office, code)
  if (!list.ok || list.value.lines.some(({ verdict }) => verdict !== null)) return
  const [answered, open] = list.value.lines.slice(-2)
  const object = (admission: number, reason: string) =>
    admissionReports.check(office, code, { admission, verdict: 'objected', reason })
  if (open)
    object(open.id, 'The scan of the leaving certificate cannot be read here. Compare the original with the form.')
  if (!answered) return
  object(answered.id, 'The leaving certificate and the form give two different middle names.')
  const said = 'We compared both with the original: the form is right, and the certificate has a spelling mistake.'
  admissionReports.answerObjection(institute, answered.userId, said)
}
