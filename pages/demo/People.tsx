import { Facts } from '../ui/data/Facts'
import { VisuallyHidden } from '../ui/data/VisuallyHidden'
import { Button } from '../ui/form/Button'
import { useT, useView } from '../ui/view'
import { demoAddresses } from './addresses'
import styles from './page.module.css'
import type { DemoView } from './page.server'
import { phaseName } from './phase-words'

type Persona = DemoView['personas'][number]

/** The demo's people, by course; each can be logged in with one button. */
export function People({ personas, password, phase }: Pick<DemoView, 'personas' | 'password' | 'phase'>) {
  const { course } = useView()
  const t = useT()
  const slugs = [...new Set(personas.map((persona) => persona.course))]
  const titleOf = (slug: string) =>
    course.otherPortals.find((portal) => portal.href === demoAddresses.portal(slug))?.title ?? course.shortTitle
  return (
    <section className={styles.people} aria-labelledby="people">
      <h2 id="people">{t('demo:people')}</h2>
      <p className="lead">{t('demo:people-text', { password })}</p>
      {slugs.map((slug) => (
        <section key={slug} className={styles.course} aria-labelledby={`people-${slug}`}>
          <h3 id={`people-${slug}`}>{titleOf(slug)}</h3>
          <a href={demoAddresses.portal(slug)}>{t('demo:start-portal')}</a>
          <ul className="grid">
            {personas
              .filter((persona) => persona.course === slug)
              .map((persona) => (
                <PersonaCard key={persona.key} persona={persona} phase={phase} />
              ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

function PersonaCard({
  persona: { key, course, userId, password, role, about, shownIn },
  phase,
}: { persona: Persona } & Pick<DemoView, 'phase'>) {
  const { language } = useView()
  const t = useT()
  return (
    <li className={`card ${styles.persona}`}>
      <h4>{about[language]}</h4>
      {shownIn !== null && shownIn !== phase && <p>{t('demo:person-phase', { phase: phaseName(shownIn, t) })}</p>}
      <Facts
        facts={[
          {
            label: t(role === 'candidate' ? 'demo:person-id' : 'demo:person-login-name'),
            value: <span className={styles.secret}>{userId}</span>,
          },
          { label: t('demo:person-password'), value: <span className={styles.secret}>{password}</span> },
        ]}
      />
      <form method="post" action={demoAddresses.login}>
        <input type="hidden" name="course" value={course} />
        <input type="hidden" name="key" value={key} />
        <Button small>
          {t('demo:person-go')} <VisuallyHidden>{t('demo:person-go-as', { about: about[language] })}</VisuallyHidden>
        </Button>
        <small>{t(`demo:role.${role}` as 'demo:role.candidate')}</small>
      </form>
    </li>
  )
}
