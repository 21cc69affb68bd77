import { languages } from '#server/kernel/languages.ts'
import { inLanguage } from '../addresses'
import { Kept } from '../kept'
import { useT, useView } from '../view'

/** Links to this page in each language. The browser's client keeps the typed values (`data-language`). */
export function LanguageSwitch() {
  const { url } = useView()
  const label = useT()('shell:language.label')
  // Do not cache addresses with a query: there are too many.
  if (url.includes('?'))
    return (
      <nav className="languages" aria-label={label}>
        <Languages />
      </nav>
    )
  return (
    <Kept name="languages" by={url} as="nav" className="languages" label={label}>
      <Languages />
    </Kept>
  )
}

function Languages() {
  const { url, language } = useView()
  const t = useT()
  return languages.map((other) => (
    <a
      key={other}
      href={inLanguage(url, other)}
      lang={other}
      hrefLang={other}
      data-language={other}
      aria-current={other === language ? 'true' : undefined}
    >
      {t(`shell:language.${other}`)}
    </a>
  ))
}
