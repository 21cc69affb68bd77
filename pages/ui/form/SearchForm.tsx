import type { ReactNode } from 'react'
import { useBrowser } from '../browser/browser'
import { searchBy } from '../browser/search'
import { useView } from '../view'
import { Button } from './Button'

type SearchFormProps = {
  /** The text of the button. */
  submit: ReactNode
  /** Beside the button: links. */
  beside?: ReactNode
  /** The target, from `href`; by default the page's own address. */
  action?: string
  kind?: 'primary' | 'quiet'
  /** Distinguishes several forms on one page. */
  name?: string
  children?: ReactNode
}

/**
 * A form for searches and filters: its address holds what was asked. With JavaScript only the page's content is loaded anew.
 * Nothing that is typed here is kept, so a visitor who searches loads none of what a form needs that is sent.
 */
export function SearchForm({ submit, beside, action, kind, name, children }: SearchFormProps) {
  const { url } = useView()
  const browser = useBrowser()
  return (
    <form
      method="get"
      action={action ?? url.split('?')[0]}
      noValidate
      data-form={name}
      onSubmit={({ nativeEvent }) => browser && searchBy(browser, nativeEvent as SubmitEvent)}
    >
      {children}
      <div className="actions">
        <Button kind={kind}>{submit}</Button>
        {beside}
      </div>
    </form>
  )
}
