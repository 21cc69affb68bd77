import { useView } from '#pages/ui/view.ts'

const address = /(https?:\/\/[^\s]*[^\s.,;:!?)])/

/** The words of a message. Addresses of this portal are links; all others stay text, whoever wrote them. */
export function MessageText({ text, language }: { text: string; language: string }) {
  const { base } = useView()
  return (
    <p className="words" lang={language}>
      {text.split(address).map((part, n) => {
        const at = n % 2 === 1 ? pathIn(part, base) : null
        return at === null ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
          <a key={n} href={at}>
            {part}
          </a>
        )
      })}
    </p>
  )
}

/** The path of an address of this portal; null for any other. */
function pathIn(address: string, base: string): string | null {
  const path = address.replace(/^https?:\/\/[^/]*/, '')
  return path.startsWith(base) ? path : null
}
