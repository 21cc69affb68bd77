import styles from './page.module.css'

/**
 * The facts of an act, each with its name. Where the column of the subject is left out, the subject comes first.
 */
export function Details({ facts, about }: { facts: readonly { name: string; value: string }[]; about: string | null }) {
  if (!facts.length && about === null) return null
  return (
    <ul className={styles.details}>
      {about !== null && <li className={styles.subject}>{about}</li>}
      {facts.map(({ name, value }) => (
        <li key={name}>
          {name}: {value}
        </li>
      ))}
    </ul>
  )
}
