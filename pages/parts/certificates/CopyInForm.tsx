import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { StatedMarks } from '#server/domain/scrutiny/certificates.ts'
import { Figures } from './Figures'

/**
 * Hands in the conversion certificate that the form has, with its figures, by one button: nobody uploads it twice. `isLater`:
 * another act comes first.
 */
export function CopyInForm({ marks, isLater }: { marks: StatedMarks; isLater?: boolean }) {
  const { base } = useView()
  const t = useT()
  return (
    <>
      <p>
        {t('certificates:cgpa.in-form')} {t('certificates:cgpa.hand-in')}{' '}
        <a href={href(base, 'documents/view/:name', { name: 'cgpa-conversion' })}>{t('certificates:cgpa.see-copy')}</a>
      </p>
      <Form name="copy" kind={isLater ? 'quiet' : 'primary'} submit={t('certificates:cgpa.use-copy')}>
        <input type="hidden" name="intent" value="copy" />
        <Figures of={marks} />
      </Form>
    </>
  )
}
