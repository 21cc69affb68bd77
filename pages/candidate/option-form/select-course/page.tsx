import { RoundHead } from '#pages/parts/option-form/RoundHead.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The courses. Each leads to the institutes that offer it. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { round } = data.head
  const institutes = (course?: string) => href(base, 'option-form/select-institutes', undefined, { round, course })
  return (
    <>
      <RoundHead title={t('signedin:menu.select-course')} />
      <p className="lead">{t('options:course.lead')}</p>
      {data.courses.length ? (
        <>
          <ul className="grid">
            {data.courses.map(({ course, name, choices, seats, chosen }) => (
              <li key={course} className="card">
                <h2>
                  <a href={institutes(course)}>{name}</a>
                </h2>
                <p>
                  {t('options:course.choices', { count: choices })} · {t('options:line.seats', { count: seats })}
                </p>
                <p>{t('options:course.chosen', { count: chosen })}</p>
              </li>
            ))}
          </ul>
          <div className="actions">
            <Button href={institutes()}>{t('options:course.all')}</Button>
          </div>
        </>
      ) : (
        <p>{t('options:course.none')}</p>
      )}
    </>
  )
}
