import { formatDateTime } from '../../../server/i18n/format'
import { Card } from '../../ui/data/Card'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import styles from './page.module.css'
import type { load } from './page.server'

/** The candidates' ratings of the portal, and their comments. */
export default function Page() {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  const { lines, ratings, older } = data
  const all = ratings.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <h1>{t('staff:menu.feedback')}</h1>
      <p className="lead">{t('inbox:desk.feedback-lead')}</p>
      <Card title={t('inbox:desk.ratings')}>
        <div className={styles.ratings}>
          {[...ratings].reverse().map(({ rating, count }) => (
            <RatingBar key={rating} label={t(`inbox:rating.${rating}`)} count={count} all={all} />
          ))}
        </div>
      </Card>
      <Card title={t('inbox:desk.words')}>
        {lines.length === 0 ? (
          <p>{t('inbox:desk.no-feedback')}</p>
        ) : (
          <ul className="entries">
            {lines.map(({ id, about, rating, text, at, userId }) => (
              <li key={id}>
                <div className="head">
                  <b>{t(`inbox:topic.${about}`)}</b>
                  <span>{t(`inbox:rating.${rating as 1}`)}</span>
                </div>
                <p>
                  {userId} · {formatDateTime(at, language)}
                </p>
                {text && <p className="words">{text}</p>}
              </li>
            ))}
          </ul>
        )}
        {older !== null && (
          <div className="actions">
            <Button href={href(cellBase, 'feedback', undefined, { before: older })} kind="quiet">
              {t('inbox:older')}
            </Button>
          </div>
        )}
      </Card>
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
