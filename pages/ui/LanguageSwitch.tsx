import { languages } from '../../server/kernel/languages'
import { inLanguage } from './addresses'
import { useT, useView } from './view'

/** This page in each language. The browser's client keeps what was typed (`data-language`). */
export function LanguageSwitch() {
  const { url, language } = useView()
  const t = useT()
  return (
    <nav className="languages" aria-label={t('shell:language.label')}>
      {languages.map((other) => (
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
      ))}
    </nav>
  )
}
