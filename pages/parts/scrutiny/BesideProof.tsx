import type { ReactNode } from 'react'
import { useT } from '#pages/ui/view.ts'
import styles from './BesideProof.module.css'

/** Facts on one side, the document under examination on the other. */
export function BesideProof({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <div className={styles.scrutiny}>
      <section className={styles.proof} aria-label={t('scrutiny:proof')}>
        <p className="hint">{t('scrutiny:proof.choose')}</p>
        <iframe name="proof" title={t('scrutiny:proof')} />
      </section>
      <div className={styles.facts}>{children}</div>
    </div>
  )
}

/**
 * The documents that prove a fact: each is shown in the frame beside, without script too. `at`: the address of a file.
 */
export function Proofs({
  documents,
  at,
}: {
  documents: readonly { kind: string; uploadedAt: number }[]
  at(kind: string, uploadedAt: number): string
}) {
  const t = useT()
  if (!documents.length) return <p className="hint">{t('scrutiny:no-file')}</p>
  return (
    <p className={styles.proofs}>
      {documents.map(({ kind, uploadedAt }) => (
        <a key={kind} href={at(kind, uploadedAt)} target="proof">
          {t('scrutiny:show-proof', { document: t(`documents:kind.${kind}` as 'documents:kind.nationality') })}
        </a>
      ))}
    </p>
  )
}
