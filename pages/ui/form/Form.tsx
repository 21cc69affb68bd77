import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Send, useBrowser } from '../browser/browser'
import { dropDraft, keepDraft, keepDraftNow, keepDraftSoon, restoreDraft, touch } from '../browser/drafts'
import { searchBy, submitForm, type Uploading } from '../browser/submission'
import { Banner } from '../shell/Banner'
import { useT, useView } from '../view'
import { Button } from './Button'

type FormProps = {
  /** The words of the primary button. */
  submit: ReactNode
  /** Beside the button: links, or further buttons with a name and a value. */
  beside?: ReactNode
  /** Where it is sent, by `href`; the page's own address unless told. */
  action?: string
  /** `get` for searches and filters: their answers live in the address. */
  method?: 'post' | 'get'
  hasFiles?: boolean
  /** With JavaScript: how its files are made ready and how far they are. */
  upload?: Uploading
  kind?: 'primary' | 'quiet' | 'danger'
  /** The words of the toast while it is on its way. */
  pending?: string
  /** Tells the forms of one page apart. */
  name?: string
  /** The version on which it is built: what is typed is kept on the device until that version is saved. */
  version?: number
  /** With JavaScript: sends by the API in place of the page's action. */
  send?: Send
  children?: ReactNode
}

/**
 * A form that works without JavaScript. With it, it is sent in the background, cannot be sent twice, says how it went
 * in a toast, and keeps what was typed across an expired session. Field values and errors come from the view.
 */
export function Form({
  submit,
  beside,
  action,
  method = 'post',
  hasFiles,
  upload,
  kind,
  pending,
  name,
  version,
  send,
  children,
}: FormProps) {
  const { url, session, staff, form: cameBack } = useView()
  const csrf = (session ?? staff)?.csrf
  const t = useT()
  const browser = useBrowser()
  const form = useRef<HTMLFormElement>(null)
  const [isRestored, setRestored] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is looked for once, when the form is there
  useEffect(() => {
    const element = form.current
    if (!browser || !element) return
    const { busy, beforeLoss } = browser
    // What came back with its errors is what was typed last.
    if (!(cameBack && version !== undefined) && restoreDraft(browser, element)) setRestored(true)
    const keep = () => busy.holds(element) && keepDraft(browser, element)
    const keepNow = () => keepDraftNow(browser, element)
    beforeLoss.add(keep)
    addEventListener('pagehide', keepNow)
    document.addEventListener('visibilitychange', keepNow)
    return () => {
      keepNow()
      beforeLoss.delete(keep)
      removeEventListener('pagehide', keepNow)
      document.removeEventListener('visibilitychange', keepNow)
      busy.release(element)
    }
  }, [browser])

  const onSubmit = ({ nativeEvent }: FormEvent) => {
    if (!browser) return
    if (method === 'get') searchBy(browser, nativeEvent as SubmitEvent)
    else submitForm(browser, nativeEvent as SubmitEvent, { send, upload, pending: pending ?? t('shell:form.pending') })
  }
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    if (!browser || method === 'get') return
    browser.busy.hold(event.currentTarget)
    browser.toasts.warm()
    touch(event.currentTarget)
    if (version !== undefined) keepDraftSoon(browser, event.currentTarget)
  }
  const discard = () => {
    const element = form.current
    if (!browser || !element) return
    dropDraft(browser, element)
    browser.busy.release(element)
    setRestored(false)
    element.reset()
  }

  return (
    <form
      method={method}
      action={action ?? (method === 'get' ? url.split('?')[0] : url)}
      encType={hasFiles ? 'multipart/form-data' : undefined}
      noValidate
      ref={form}
      data-form={name}
      data-version={version}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      {csrf !== undefined && method === 'post' && <input type="hidden" name="_csrf" value={csrf} />}
      {isRestored && (
        <Banner
          tone="info"
          role="status"
          action={
            version !== undefined && (
              <Button type="button" kind="quiet" small onClick={discard}>
                {t('shell:form.discard')}
              </Button>
            )
          }
        >
          {t(version === undefined ? 'shell:form.draft' : 'shell:form.kept')}
        </Banner>
      )}
      {children}
      <div className="actions">
        <Button kind={kind}>{submit}</Button>
        {beside}
      </div>
    </form>
  )
}
