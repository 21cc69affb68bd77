import { useT, useView } from '#pages/ui/view.ts'
import { titlesOfSitePages } from '#server/domain/site/site-pages.ts'
import { type PolicyName, pointsOf, sectionsOf } from './sections'
import type { policyView } from './views'

/** A page about the site: sections with their points. */
export function Policy({ of }: { of: PolicyName }) {
  const { data } = useView<typeof policyView>()
  const t = useT()
  return (
    <>
      <h1>{t(titlesOfSitePages[of])}</h1>
      <p className="lead">{t(`policies:${of}.lead`)}</p>
      <div className="card prose">
        {sectionsOf(of).map(({ name, title }) => (
          <section key={name} aria-labelledby={name}>
            <h2 id={name}>{t(title)}</h2>
            <ul>
              {pointsOf(of, name).map((point) => (
                <li key={point}>{t(point, data.values)}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
