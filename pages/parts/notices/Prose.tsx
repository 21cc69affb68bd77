import type { Piece } from '../../../server/domain/portal/notices'

/** What the cell wrote: paragraphs, with whole web addresses as links. React escapes every word of it. */
export const Prose = ({ text }: { text: readonly (readonly Piece[])[] }) => (
  <>
    {text.map((pieces, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing else to be known by
      <p key={place}>
        {pieces.map(({ text: words, href }, at) =>
          href === null ? (
            words
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand twice
            <a key={at} href={href} rel="noopener">
              {words}
            </a>
          ),
        )}
      </p>
    ))}
  </>
)
