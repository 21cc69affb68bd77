import type { ReactNode } from 'react'

const years = /(\b\d{4}-\d{2}(?:\d{2})?\b)/

/** The text with every academic year (`2024-25`, `2024-2025`) kept in one line; a browser would break it at its hyphen. */
export const wholeYears = (text: string): ReactNode => {
  const parts = text.split(years)
  if (parts.length === 1) return text
  return parts.map((part, place) =>
    place % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      <span key={place} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
