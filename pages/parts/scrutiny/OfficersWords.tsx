import { Written } from '#pages/ui/data/Written.tsx'

/** An officer's words, marked with their language; nothing if there are none. */
export const OfficersWords = ({ label, words }: { label: string; words: string }) =>
  words === '' ? null : (
    <span>
      {label} <Written>{words}</Written>
    </span>
  )
