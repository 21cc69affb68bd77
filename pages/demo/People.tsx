import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { demoAddresses } from './addresses'
import styles from './page.module.css'
import type { DemoView } from './page.server'
import { phaseName } from './phase-words'

type Persona = DemoView['personas'][number]

const personaGroups: readonly Persona['group'][] = ['rounds', 'application', 'staff']

/** The demo's people, by course and kind; each can be logged in with one button. */
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
          {personaGroups.map((group) => (
            <Group
              key={group}
              group={group}
              personas={personas.filter((persona) => persona.course === slug && persona.group === group)}
              phase={phase}
            />
          ))}
        </section>
      ))}
    </section>
  )
}

/** People of one kind; those whose label is true in the current phase come first. */
function Group({
  group,
  personas,
  phase,
}: { group: Persona['group']; personas: readonly Persona[] } & Pick<DemoView, 'phase'>) {
  const t = useT()
  const isLater = ({ shownIn }: Persona) => shownIn !== null && shownIn !== phase
  const inOrder = [...personas.filter((one) => !isLater(one)), ...personas.filter(isLater)]
  if (!inOrder.length) return null
  return (
    <section className={styles.group}>
      <h4>{t(`demo:group.${group}`)}</h4>
      <ul className="grid">
        {inOrder.map((persona) => (
          <PersonaCard key={persona.key} persona={persona} phase={phase} />
        ))}
      </ul>
    </section>
  )
}

function PersonaCard({
  persona: { key, course, userId, role, about, shownIn },
  phase,
}: { persona: Persona } & Pick<DemoView, 'phase'>) {
  const { language } = useView()
  const t = useT()
  return (
    <li className={`card ${styles.persona}`}>
      <p>
        {about[language]}
        {shownIn !== null && shownIn !== phase && (
          <>
            <br />
            <small>{t('demo:person-phase', { phase: phaseName(shownIn, t) })}</small>
          </>
        )}
      </p>
      <form method="post" action={demoAddresses.login}>
        <input type="hidden" name="course" value={course} />
        <input type="hidden" name="key" value={key} />
        <Button small>
          {t('demo:person-go')} <VisuallyHidden>{t('demo:person-go-as', { about: about[language] })}</VisuallyHidden>
        </Button>
        <small>
          {t(`demo:role.${role}` as 'demo:role.candidate')} <span className={styles.secret}>{userId}</span>
        </small>
      </form>
    </li>
  )
}
