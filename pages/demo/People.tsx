import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { languageIn } from '#server/kernel/languages.ts'
import { demoAddresses } from './addresses'
import styles from './page.module.css'
import type { DemoView } from './page.server'
import { phaseName } from './phase-words'

/** People shown at once, if nobody is searched for. */
const firstShown = 10

type Persona = DemoView['personas'][number]

/** The demo's people, one course at a time, each in a row: who, in which state, and one button that signs in. */
export function People() {
  const { data, language } = useView<() => DemoView>()
  const t = useT()
  const { personas, courses, course, q, password, phase } = data
  const isLater = ({ shownIn }: Persona) => shownIn !== null && shownIn !== phase
  const inOrder = [...personas.filter((one) => !isLater(one)), ...personas.filter(isLater)]
  const most = q ? inOrder.length : firstShown
  const [first, rest] = [inOrder.slice(0, most), inOrder.slice(most)]
  return (
    <section className={styles.people} id="people" aria-labelledby="people-title">
      <h2 id="people-title">{t('demo:people')}</h2>
      <nav aria-label={t('demo:courses')}>
        <ul className="tabs">
          {courses.map(({ slug, title, count }) => (
            <li key={slug}>
              <a href={demoAddresses.people(slug, q)} aria-current={slug === course ? 'true' : undefined}>
                {title[language]} ({count})
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.search}>
        <SearchForm action={`${demoAddresses.page}#people`} name="people" kind="quiet" submit={t('shell:form.search')}>
          <input type="hidden" name="course" value={course} />
          <Field kind="text" name="q" label={t('demo:people-search')} value={q} width="medium" />
        </SearchForm>
      </div>
      {inOrder.length === 0 ? (
        <p>{t('demo:people-none')}</p>
      ) : (
        <>
          <Rows people={first} isLater={isLater} />
          {rest.length > 0 && (
            <Disclosure summary={t('demo:people-all', { count: rest.length })}>
              <Rows people={rest} isLater={isLater} />
            </Disclosure>
          )}
        </>
      )}
      <p className="lead">
        {t('demo:people-text', { password })} <a href={demoAddresses.portal(course)}>{t('demo:start-portal')}</a>
      </p>
    </section>
  )
}

const Rows = ({ people, isLater }: { people: readonly Persona[]; isLater(persona: Persona): boolean }) => (
  <ul className={styles.persons}>
    {people.map((persona) => (
      <Person key={persona.key} persona={persona} isLater={isLater(persona)} />
    ))}
  </ul>
)

function Person({
  persona: { key, course, name, userId, role, about, shownIn },
  isLater,
}: {
  persona: Persona
  isLater: boolean
}) {
  const { language } = useView()
  const t = useT()
  return (
    <li>
      <p>
        <b lang={languageIn(name)}>{name}</b> <small className={styles.secret}>{userId}</small>
      </p>
      <p>
        {about[language]}
        {isLater && <small> {t('demo:person-phase', { phase: phaseName(shownIn!, t) })}</small>}
      </p>
      <small>{t(`demo:role.${role}`)}</small>
      <form method="post" action={demoAddresses.login}>
        <input type="hidden" name="course" value={course} />
        <input type="hidden" name="key" value={key} />
        <Button kind="quiet" small>
          {t('demo:person-go')} <VisuallyHidden>{t('demo:person-go-as', { about: about[language] })}</VisuallyHidden>
        </Button>
      </form>
    </li>
  )
}
