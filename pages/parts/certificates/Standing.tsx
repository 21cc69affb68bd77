import { DocumentFacts } from '#pages/parts/documents/DocumentFacts.tsx'
import { OfficersWords } from '#pages/parts/scrutiny/OfficersWords.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Tag, type TagTone } from '#pages/ui/data/Tag.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { CertificateStatus } from '#server/domain/scrutiny/certificates.ts'
import type { EntryView } from './entry'

const tones: Record<CertificateStatus, TagTone> = {
  wanted: 'todo',
  uploaded: 'wait',
  verified: 'done',
  rejected: 'fix',
}

/** The state of a certificate. One that is still wanted when the time is over counts as missed. */
export function StatusTag({ status, isClosed = false }: { status: CertificateStatus; isClosed?: boolean }) {
  const t = useT()
  if (status === 'wanted' && isClosed) return <Tag tone="warn">{t('certificates:status.missed')}</Tag>
  return <Tag tone={tones[status]}>{t(`certificates:status.${status}`)}</Tag>
}

/** The uploaded file, and the reason if it was rejected. */
export function Standing({ entry }: { entry: EntryView }) {
  const { base } = useView()
  const t = useT()
  const { kind, file, status, reply } = entry
  return (
    <>
      {file && (
        <div>
          <a href={href(base, 'certificates/:name/file', { name: kind }, { at: file.uploadedAt })} data-full>
            {t('certificates:look')}
          </a>
          <DocumentFacts document={file} />
        </div>
      )}
      {status === 'rejected' && reply && (
        <Banner tone="error" title={t('certificates:rejected.title')}>
          {reply.standard} <OfficersWords label={t('certificates:rejected.own')} words={reply.own} />
        </Banner>
      )}
    </>
  )
}
