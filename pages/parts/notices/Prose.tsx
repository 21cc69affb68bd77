import type { Piece } from '#server/domain/site/notices.ts'

/** A text of the cell: paragraphs, with whole web addresses as links. React escapes every word. */
export const Prose = ({ text }: { text: readonly (readonly Piece[])[] }) => (
  <>
    {text.map((pieces, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other key
      <p key={place}>
        {pieces.map(({ text: words, href }, at) =>
          href === null ? (
            words
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same address may occur twice
            <a key={at} href={href} rel="noopener">
              {words}
            </a>
          ),
        )}
      </p>
    ))}
  </>
)
