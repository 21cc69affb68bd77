import type { Autosave } from '#pages/parts/option-form/autosave.ts'
import { ApiError } from '#pages/ui/browser/api-error.ts'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'
import { inserted, typedPlace } from '#server/domain/seats/option-form.ts'
import { typedId } from '#server/kernel/typed-text.ts'
import { PostedNow } from './Posted'

/** Inserts a choice by its code, at a typed place or at the end. `here`: the address of the page. */
export function Insert({ auto, here }: { auto: Autosave; here: string }) {
  const t = useT()
  const browser = useBrowser()

  async function insert(values: Readonly<Record<string, string>>) {
    if (!browser) return 'native' as const
    const choices = auto.list.get()
    const typed = values.place?.trim() ?? ''
    const to = typedPlace(typed)
    if (typed !== '' && to === null) {
      const message = t('options:fault.choice-place', { typed })
      throw new ApiError(422, 'check-answers', message, [{ field: 'place', code: 'choice-place', message }])
    }
    try {
      await auto.put(inserted(choices, typedId(values.code ?? ''), (to ?? choices.length + 1) - 1))
    } catch (reason) {
      throw reason instanceof ApiError && reason.errors.length === 1 ? atTheCode(reason) : reason
    }
    return { goTo: here, message: t('options:flash.saved', { count: choices.length + 1 }) }
  }

  return (
    <Card title={t('options:insert.title')}>
      <Form name="insert" kind="quiet" submit={t('options:insert.go')} send={insert}>
        <PostedNow auto={auto} />
        <input type="hidden" name="act" value="insert" />
        <div className="fields">
          <Field name="code" label={t('options:insert.code')} hint={t('options:insert.hint')} width="short" required />
          <Field
            name="place"
            label={t('options:insert.place')}
            hint={t('options:insert.place-hint')}
            width="short"
            inputMode="numeric"
          />
        </div>
      </Form>
    </Card>
  )
}

/** The only fault of a list with one more choice is about that choice. */
const atTheCode = ({ status, code, message, errors }: ApiError) =>
  new ApiError(
    status,
    code,
    message,
    errors.map((fault) => ({ ...fault, field: 'code' })),
  )
