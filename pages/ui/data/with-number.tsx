import type { ReactNode } from 'react'

const numbered = /^(.*?)(\S+ \d+)$/

/** The text with the number at its end kept in one line with the word before it: "Round 1". */
export const withNumber = (text: string): ReactNode => {
  const [, before, words] = numbered.exec(text) ?? []
  if (words === undefined) return text
  return (
    <>
      {before}
      <span className="unbroken">{words}</span>
    </>
  )
}
