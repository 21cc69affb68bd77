import { useEffect, useState } from 'react'
import { meantEmail } from '#server/domain/site/email-slip.ts'

/** Asks whether another address was meant, by a button that writes it. The address can be sent as it is. */
export default function EmailSlip({ of: input }: { of: HTMLInputElement }) {
  const [meant, setMeant] = useState<string | null>(null)
  useEffect(() => {
    const look = () => setMeant(meantEmail(input.value))
    look()
    input.addEventListener('change', look)
    return () => input.removeEventListener('change', look)
  }, [input])
  const take = () => {
    input.value = meant!
    // Whoever keeps what is typed hears of the change.
    input.dispatchEvent(new Event('input', { bubbles: true }))
    setMeant(null)
    input.focus()
  }
  return (
    <div role="status">
      {meant && (
        <button type="button" className="btn quiet small" onClick={take}>
          {meant}?
        </button>
      )}
    </div>
  )
}
