import type { CertificateStatus } from '../../server/domain/certificates'
import { DocumentFacts } from '../documents-parts/DocumentFacts'
import { certificateFileAddress } from '../ui/addresses'
import { Banner } from '../ui/Banner'
import { Tag, type TagTone } from '../ui/Tag'
import { useT, useView } from '../ui/view'
import type { EntryView } from './entry'

const tones: Record<CertificateStatus, TagTone> = {
  wanted: 'todo',
  uploaded: 'wait',
  verified: 'done',
  rejected: 'fix',
}

/** How a certificate stands, in a word: what is wanted and can no longer be handed in was not handed in. */
export function StatusTag({ status, isClosed = false }: { status: CertificateStatus; isClosed?: boolean }) {
  const t = useT()
  if (status === 'wanted' && isClosed) return <Tag tone="warn">{t('certificates:status.missed')}</Tag>
  return <Tag tone={tones[status]}>{t(`certificates:status.${status}`)}</Tag>
}

/** What was handed in, and why it was rejected. */
export function Standing({ entry }: { entry: EntryView }) {
  const { base } = useView()
  const t = useT()
  const { kind, file, status, remark } = entry
  return (
    <>
      {file && (
        <div className="handed-in">
          <a href={certificateFileAddress(base, kind, file.uploadedAt)} data-full>
            {t('certificates:look')}
          </a>
          <DocumentFacts document={file} />
        </div>
      )}
      {status === 'rejected' && remark && (
        <Banner tone="error" title={t('certificates:rejected.title')}>
          {remark}
        </Banner>
      )}
    </>
  )
}
