import { useRef } from 'react'
import { Icon } from '#pages/ui/data/Icon.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'
import { isPictureKind } from '#server/domain/application/document-rules.ts'
import styles from './JustUploaded.module.css'
import type { Upload } from './upload'

/** Under the newest upload: undo it, or add a page to it. `uploadedAt`: epoch ms. */
export function JustUploaded({ upload, uploadedAt, name }: { upload: Upload; uploadedAt: number; name: string }) {
  const t = useT()
  const { kind, sent, step } = upload
  if (step !== null) return null
  const isPages = !isPictureKind(kind) && sent.length > 0 && sent.every(({ type }) => /^image\//.test(type))
  return (
    <div className={styles.just} data-stays>
      <Form
        name={`undo-${kind}`}
        kind="quiet"
        submit={
          <>
            <Icon name="back" />
            {t('documents:undo')}
            <VisuallyHidden> {name}</VisuallyHidden>
          </>
        }
      >
        <input type="hidden" name="intent" value="undo" />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="of" value={uploadedAt} />
      </Form>
      {isPages && <FurtherPage upload={upload} name={name} />}
    </div>
  )
}

/** A document of several pages, photographed one after another. The input has no name, so no form sends it. */
function FurtherPage({ upload, name }: { upload: Upload; name: string }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const id = `further-${upload.kind}`
  return (
    <div className="files">
      <span>
        <input
          id={id}
          ref={input}
          type="file"
          accept="image/*"
          multiple
          onChange={({ currentTarget }) => {
            const pages = Array.from(currentTarget.files ?? [])
            currentTarget.value = ''
            upload.add(pages)
          }}
        />
        <label htmlFor={id} className="btn quiet">
          <Icon name="camera" />
          {t('documents:upload.further')}
          <VisuallyHidden> {name}</VisuallyHidden>
        </label>
      </span>
    </div>
  )
}
