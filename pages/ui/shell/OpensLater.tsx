import { candidateRoutes, type RouteRule } from '../../../server/domain/portal/routes'
import { Card } from '../data/Card'
import { Button } from '../form/Button'
import { href } from '../href'
import { useT, useView } from '../view'
import { routeTitleKey } from './route-title'

/** The content of a route that is not open yet. `title`: replaces the route's own title. */
export function OpensLater({ title }: { title?: string }) {
  const { base, route, title: pageTitle } = useView()
  const t = useT()
  const key = routeTitleKey(route)
  const name = title ?? (key ? t(key) : pageTitle)
  const rule: RouteRule | undefined = candidateRoutes[route as keyof typeof candidateRoutes]
  const isPublic = rule?.audience !== 'candidate'
  return (
    <>
      <h1>{name}</h1>
      <Card tone="narrow">
        <p>{t('shell:later.text', { title: name })}</p>
        <div className="actions">
          <Button href={href(base, isPublic ? 'home' : 'dashboard')}>
            {t(isPublic ? 'shell:to-home' : 'shell:to-dashboard')}
          </Button>
          <Button href={href(base, isPublic ? 'importantdate' : 'schedule')} kind="quiet">
            {t('shell:later.dates')}
          </Button>
        </div>
      </Card>
    </>
  )
}
