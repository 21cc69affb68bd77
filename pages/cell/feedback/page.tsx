import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { feedbackTopics, ratings } from '#server/domain/messages/feedback.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** The ratings of the portal by candidates and visitors, and their comments. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const all = data.ratings.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <h1>{t('staff:menu.feedback')}</h1>
      <p className="lead">{t('inbox:desk.feedback-lead')}</p>
      <Card title={t('inbox:desk.ratings')}>
        <div className={styles.ratings}>
          {[...data.ratings].reverse().map(({ rating, count }) => (
            <RatingBar key={rating} label={t(`feedback:rating.${rating}`)} count={count} all={all} />
          ))}
        </div>
      </Card>
      <Card title={t('inbox:desk.words')}>
        <List
          list={data.list}
          caption={t('inbox:desk.words')}
          empty={t('inbox:desk.no-feedback')}
          keyOf={({ id }) => id}
          filters={<Filters />}
          cells={{
            about: ({ about }) => t(`feedback:topic.${about}`),
            rating: ({ rating }) => t(`feedback:rating.${rating as 1}`),
            userId: ({ userId }) => userId ?? t('inbox:desk.visitor'),
          }}
        />
      </Card>
    </>
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { about, rating, applicationId } = data.list.filters
  return (
    <>
      <ChoiceFilter
        name="about"
        label={t('list:column.about')}
        value={about}
        choices={feedbackTopics.map((topic) => ({ value: topic, label: t(`feedback:topic.${topic}`) }))}
      />
      <ChoiceFilter
        name="rating"
        label={t('list:column.rating')}
        value={rating}
        choices={ratings.map((one) => ({ value: String(one), label: t(`feedback:rating.${one}`) }))}
      />
      <Field name="applicationId" label={t('shell:application-id')} value={applicationId} />
    </>
  )
}

function RatingBar({ label, count, all }: { label: string; count: number; all: number }) {
  return (
    <>
      <span>{label}</span>
      <progress max={Math.max(1, all)} value={count} aria-label={label} />
      <b>{count}</b>
    </>
  )
}
