import { Tag, type TagTone } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { GrievanceState } from '#server/domain/scrutiny/grievances.ts'
import type { ReadReply } from '#server/domain/scrutiny/replies.ts'
import { formatBytes, formatDateTime } from '#server/i18n/format.ts'
import { languageIn } from '#server/kernel/languages.ts'
import type { ReadGrievance } from './read.server'
import styles from './Thread.module.css'

const tones: Record<GrievanceState, TagTone> = { open: 'wait', approved: 'done', refused: 'fix' }

export const StateTag = ({ state }: { state: GrievanceState }) => {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`thread:state.${state}`)}</Tag>
}

/** The messages about a grievance in order, with their attachments. `fileAddress`: the address of a file's bytes. */
export function Thread({
  grievance,
  candidate,
  fileAddress,
}: {
  grievance: ReadGrievance
  /** The heading of the candidate's entries. */
  candidate: string
  fileAddress(file: number): string
}) {
  const { language } = useView()
  const t = useT()
  return (
    <ol className={styles.thread}>
      {grievance.thread.map(({ id, entry, reply, at, officer, files }) => (
        <li key={id} className={officer === null ? undefined : styles.office}>
          <p className="head">
            <b lang={officer === null ? languageIn(candidate) : undefined}>
              {officer === null ? candidate : t('thread:thread.officer', { name: officer })}
            </b>{' '}
            {t(`thread:entry.${entry}`)}
            <small>{formatDateTime(at, language)}</small>
          </p>
          <Reply reply={reply} />
          {files.length > 0 && (
            <ul className={`plain ${styles.attached}`}>
              {files.map((file, place) => (
                <li key={file.id}>
                  <a href={fileAddress(file.id)} data-full>
                    {t('thread:thread.file', { number: place + 1 })}
                  </a>{' '}
                  <small>
                    {file.mediaType === 'application/pdf' ? 'PDF' : 'JPG'}, {formatBytes(file.bytes)}
                    {file.originalName && ` · ${file.originalName}`}
                  </small>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

/** What somebody wrote, marked with its language, after what a template says in the page's. */
export const Reply = ({ reply: { standard, own } }: { reply: ReadReply }) => (
  <>
    {standard && <p className="words">{standard}</p>}
    {own && (
      <Written as="p" className="words">
        {own}
      </Written>
    )}
  </>
)
