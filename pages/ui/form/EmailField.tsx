import { type InputHTMLAttributes, useRef, useState } from 'react'
import { meantEmail } from '#server/domain/site/email-slip.ts'
import { useT } from '../view'
import { type Common, type Control, Field } from './Field'

/**
 * The field for an e-mail address. With JavaScript a slip in the name of a well-known provider is pointed out, with a button
 * that mends it; the address can be sent as it is.
 */
export function EmailField(props: Common & { maxLength?: number }) {
  const { autoComplete, maxLength } = props
  return (
    <Field
      {...props}
      kind="own"
      own={(control, typed) => <Input {...{ control, autoComplete, maxLength }} defaultValue={typed} />}
    />
  )
}

type Props = { control: Control } & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'maxLength' | 'defaultValue'
>

function Input({ control, ...more }: Props) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [meant, setMeant] = useState<string | null>(null)
  const look = () => setMeant(meantEmail(input.current!.value))
  const take = () => {
    input.current!.value = meant!
    // Whoever keeps what is typed hears of the change.
    input.current!.dispatchEvent(new Event('input', { bubbles: true }))
    setMeant(null)
    input.current!.focus()
  }
  return (
    <>
      {/* The suggestion waits until the address is complete, and goes once it is mended. */}
      <input {...control} {...more} ref={input} type="email" onBlur={look} onInput={() => meant && look()} />
      <div role="status">
        {meant && (
          <p className="hint">
            {t('shell:form.email-meant')}{' '}
            <button type="button" className="btn quiet small" onClick={take}>
              {meant}
            </button>
          </p>
        )}
      </div>
    </>
  )
}
