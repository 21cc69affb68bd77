import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { LetterCheck } from './LetterCheck'

/** Checks a letter in the browser alone, also without a network. Source: rules §19.8. */
export default function Page() {
  const { base } = useView()
  const t = useT()
  return (
    <>
      <h1>{t('letters:title')}</h1>
      <p className="lead">{t('letters:lead')}</p>
      <noscript>
        <p>{t('letters:needs-script')}</p>
      </noscript>
      <p>
        <a href={href(base, 'verification')}>{t('letters:short')}</a>
      </p>
      <LetterCheck />
    </>
  )
}
