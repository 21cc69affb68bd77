import { useRef, useState } from 'react'
import { type Common, Field } from './Field'

/**
 * The field for an e-mail address. With JavaScript a slip in the name of a well-known provider is pointed out, by a button
 * that asks for the right address and writes it; the address can be sent as it is.
 */
export function EmailField(props: Common & { maxLength?: number }) {
  const place = useRef<HTMLDivElement>(null)
  const [meant, setMeant] = useState<string | null>(null)
  const input = () => place.current!.querySelector('input')!
  // What finds the slip is loaded once somebody has typed an address.
  const look = async () => {
    const { meantEmail } = await import('#server/domain/site/email-slip.ts')
    if (place.current) setMeant(meantEmail(input().value))
  }
  const take = () => {
    input().value = meant!
    // Whoever keeps what is typed hears of the change.
    input().dispatchEvent(new Event('input', { bubbles: true }))
    setMeant(null)
    input().focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that its field was left
    <div ref={place} onBlur={() => void look()}>
      <Field {...props} kind="email" />
      <div role="status">
        {meant && (
          <button type="button" className="btn quiet small" onClick={take}>
            {meant}?
          </button>
        )}
      </div>
    </div>
  )
}
