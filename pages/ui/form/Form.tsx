import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Send, useBrowser } from '../browser/browser'
import { dropDraft, keepDraft, keepDraftNow, keepDraftSoon, restoreDraft, touch } from '../browser/drafts'
import { submitForm, warmSubmission } from '../browser/sending'
import type { Uploading } from '../browser/submission'
import { Banner } from '../data/Banner'
import { useT, useView } from '../view'
import { Button } from './Button'

type FormProps = {
  /** The text of the primary button. */
  submit: ReactNode
  /** Beside the button: links, or further buttons with name and value. */
  beside?: ReactNode
  /** In place of the line of buttons: its look, around the primary button. */
  bar?(button: ReactNode): ReactNode
  /** The target, from `href`; by default the page's own address. */
  action?: string
  hasFiles?: boolean
  /** With JavaScript: prepares the files and reports the progress. */
  upload?: Uploading
  kind?: 'primary' | 'quiet' | 'danger'
  /** The toast's text while the form is being sent. */
  pending?: string
  /** Distinguishes several forms on one page. */
  name?: string
  /** For fields and buttons of this form that stand outside it. */
  id?: string
  /** The version that the form changes. The device keeps the typed values until that version is saved. */
  version?: number
  /** With JavaScript: sends by the API instead of the page's action. */
  send?: Send
  children?: ReactNode
}

/** Keeps what is typed in a form on the device, and puts it back. `version`: as in `FormProps`. */
function useDraft(version: number | undefined) {
  const { session, staff, form: cameBack } = useView()
  const browser = useBrowser()
  const form = useRef<HTMLFormElement>(null)
  const [isRestored, setRestored] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks for a draft once, when the form appears
  useEffect(() => {
    const element = form.current
    if (!browser || !element) return
    const { busy, beforeLoss } = browser
    // A candidate may lose the network before typing; visitors, who often only read, load this part as they type.
    if (session ?? staff) warmSubmission()
    // A form that came back with errors already holds the latest input.
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

  const discard = () => {
    const element = form.current
    if (!browser || !element) return
    dropDraft(browser, element)
    browser.busy.release(element)
    setRestored(false)
    element.reset()
  }
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    if (!browser) return
    browser.busy.hold(event.currentTarget)
    browser.toasts.warm()
    warmSubmission()
    touch(event.currentTarget)
    if (version !== undefined) keepDraftSoon(browser, event.currentTarget)
  }
  return { form, isRestored, onInput, discard }
}

/**
 * A form that works without JavaScript. With JavaScript it is sent in the background and only once, reports the outcome
 * in a toast, and keeps the typed values if the session expires. Field values and errors come from the view.
 * Long: everything that a form can be told, and its markup.
 */
export function Form({
  submit,
  beside,
  bar,
  action,
  hasFiles,
  upload,
  kind,
  pending,
  name,
  id,
  version,
  send,
  children,
}: FormProps) {
  const { url, session, staff } = useView()
  const csrf = (session ?? staff)?.csrf
  const t = useT()
  const browser = useBrowser()
  const { form, isRestored, onInput, discard } = useDraft(version)

  const onSubmit = ({ nativeEvent }: FormEvent) => {
    if (!browser) return
    submitForm(browser, nativeEvent as SubmitEvent, {
      send,
      upload,
      pending: pending ?? t('shell:form.pending'),
    })
  }

  return (
    <form
      method="post"
      id={id}
      action={action ?? url}
      encType={hasFiles ? 'multipart/form-data' : undefined}
      noValidate
      ref={form}
      data-form={name}
      data-version={version}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      {csrf !== undefined && <input type="hidden" name="_csrf" value={csrf} />}
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
      {bar?.(<Button kind={kind}>{submit}</Button>) ?? (
        <div className="actions">
          <Button kind={kind}>{submit}</Button>
          {beside}
        </div>
      )}
    </form>
  )
}
