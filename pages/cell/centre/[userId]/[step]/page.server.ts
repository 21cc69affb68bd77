import { stepView, takeStep } from '#pages/parts/application/step.ts'
import { href } from '#pages/ui/href.ts'
import { type QuestionStep, questionSteps } from '#server/domain/terms/question.ts'
import type { DeskPage } from '#server/features/index.ts'

type Shown = DeskPage<'centre/:userId/:step'>

export const layout = 'work' as const
export const texts = ['staff', 'centres', 'steps', 'scrutiny', 'documents', 'days'] as const

const stepOf = ({ params }: Shown): QuestionStep | undefined => questionSteps.find((slug) => slug === params.step)
const visitAddress = ({ cellBase, params }: Shown) => href(cellBase, 'centre/:userId', { userId: params.userId })

/** A step of a candidate's form; this officer can change it for as long as the candidate's OTP lasts. */
export function load(page: Shown) {
  const slug = stepOf(page)
  const visit = slug && page.services.centres.openVisit(page.actor, page.params.userId, page.arrivedAt)
  if (!visit?.ok) return null
  const { candidateId, userId, facts, editableUntil } = visit.value
  if (editableUntil === null) return page.redirect(visitAddress(page))
  return show(page, slug!, { candidateId, userId, fullName: facts.fullName })
}

export const show = (
  page: Shown,
  slug: QuestionStep,
  { candidateId, userId, fullName }: { candidateId: number; userId: string; fullName: string },
) => ({
  ...stepView(page, slug, { candidateId }),
  userId,
  fullName,
  documents: page.services.documents
    .held(candidateId)
    .map(({ name: kind, pages, uploadedAt }) => ({ kind, pages, uploadedAt })),
})

export const title = ({ params }: Shown) => params.userId

export function action(page: Shown) {
  const { centres } = page.services
  const slug = stepOf(page)
  const { userId } = page.params
  const visit = slug && centres.openVisit(page.actor, userId!, page.arrivedAt)
  if (!visit?.ok) return page.redirect(href(page.cellBase, 'appointments'))
  // The OTP is valid for half an hour.
  if (visit.value.editableUntil === null) {
    return page.redirect(visitAddress(page), { type: 'warning', key: 'centres:flash.otp-over' })
  }
  return takeStep(page, slug!, visit.value, {
    save: (change) => centres.saveStepAtCentre(page.actor, userId!, slug!, change, page.arrivedAt),
    saved: () =>
      page.redirect(visitAddress(page), {
        type: 'success',
        key: 'centres:flash.saved',
        values: { step: page.t(`signedin:menu.${slug!}`) },
      }),
  })
}
