import { Written } from '#pages/ui/data/Written.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { languageIn } from '#server/kernel/languages.ts'

/** An officer's words, marked with their language, which is named where it is not the page's; nothing if there are none. */
export function OfficersWords({ label, words }: { label: string; words: string }) {
  const { language } = useView()
  const t = useT()
  if (words === '') return null
  const written = languageIn(words)
  const isOther = written !== language && /\p{L}/u.test(words)
  return (
    <span>
      {`${label}${isOther ? ` (${t(`shell:language.${written}`)})` : ''}: `}
      <Written>{words}</Written>
    </span>
  )
}
