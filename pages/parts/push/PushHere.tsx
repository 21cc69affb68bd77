import { useEffect, useRef, useState } from 'react'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import type { PushState } from '#pages/ui/browser/push.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { PushView } from './push.server'

const fields = ['endpoint', 'p256dh', 'auth'] as const

/**
 * Notifications on this device: the button that asks for them, and the one that ends them on every device. The browser asks
 * only after the button is pressed. Without script or push, a line says how messages come.
 */
export function PushHere({ push }: { push: PushView }) {
  const t = useT()
  const { devices, isDemo, key } = push
  if (key === null) return null
  return (
    <>
      <p>{t(devices.length > 0 ? 'push:is-on' : 'push:is-off', { count: devices.length })}</p>
      {isDemo ? <DemoDevice /> : <ThisDevice applicationKey={key} hasDevices={devices.length > 0} />}
      {devices.length > 0 && (
        <Form name="push-off" kind="quiet" submit={t('push:off')}>
          <input type="hidden" name="intent" value="push-off" />
        </Form>
      )}
    </>
  )
}

function DemoDevice() {
  const t = useT()
  return (
    <Form name="push" kind="quiet" submit={t('push:on')}>
      <input type="hidden" name="intent" value="push-demo" />
      <p className="hint">{t('push:demo')}</p>
    </Form>
  )
}

function ThisDevice({ applicationKey, hasDevices }: { applicationKey: string; hasDevices: boolean }) {
  const { base, session } = useView()
  const t = useT()
  const browser = useBrowser()
  const [state, setState] = useState<PushState | null>(null)
  const given = useRef<HTMLDivElement>(null)
  const userId = session!.details.user_id

  useEffect(() => {
    import('#pages/ui/browser/push.ts')
      .then(({ pushState }) => pushState(base, userId))
      .then(setState, () => setState('unable'))
  }, [base, userId])

  /** Puts what the browser gave into the form, which then goes its way. */
  async function ask() {
    const { askForPush } = await import('#pages/ui/browser/push.ts')
    const asked = await askForPush(base, userId, applicationKey)
    if (asked.kind !== 'given') {
      setState(asked.kind === 'denied' ? 'denied' : 'off')
      return browser?.toasts.show('error', t(`push:${asked.kind}`))
    }
    for (const name of fields)
      given.current!.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = asked.fields[name]
    given.current!.closest('form')!.requestSubmit()
    setState('on')
  }

  if (state === null) return <noscript>{t('push:needs-script')}</noscript>
  if (state === 'unable' || state === 'denied') return <p className="hint">{t(`push:${state}`)}</p>
  if (state === 'on' && hasDevices) return <p className="hint">{t('push:here')}</p>
  return (
    <Form
      name="push"
      kind="quiet"
      submit={t('push:on')}
      bar={() => (
        <div className="actions">
          <Button type="button" kind="quiet" onClick={() => void ask()}>
            {t('push:on')}
          </Button>
        </div>
      )}
    >
      <input type="hidden" name="intent" value="push" />
      <div ref={given} hidden>
        {fields.map((name) => (
          <input key={name} type="hidden" name={name} />
        ))}
      </div>
    </Form>
  )
}
