import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { askedQuestions } from '#server/domain/application/form/asked.ts'
import type { loadStep } from './step'
import { answersIn } from './typed'

/** The saved answers of a step that cannot be changed now. */
export function ReadOnlyStep() {
  const { data } = useView<typeof loadStep>()
  const t = useT()
  const { sections, slug, values, words } = data
  const asked = askedQuestions({ step: slug, sections }, { [slug]: answersIn(sections, values) })
  const names = new Set(asked.flatMap((section) => section.questions.map(({ name }) => name)))
  const answered = sections.filter(({ questions }) => questions.some(({ name }) => names.has(name)))
  if (!answered.length) return <Card tone="narrow">{t(data.saved ? 'steps:no-questions' : 'steps:nothing-saved')}</Card>
  return (
    <>
      {answered.map(({ name, title, questions }) => (
        <Card key={name} title={title}>
          <Facts
            facts={questions
              .filter(({ name: question }) => names.has(question))
              .map((question) => ({
                name: question.name,
                label: question.label,
                value: words[question.name] ?? t('steps:unanswered'),
              }))}
          />
        </Card>
      ))}
    </>
  )
}
