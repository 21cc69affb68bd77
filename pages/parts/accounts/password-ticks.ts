import { passwordRules } from '#server/domain/terms/person.ts'

/** Marks the listed rules that the password in this field keeps; the list has their order. Another field has none. */
export function tick(field: EventTarget): void {
  const { name, value, form } = field as HTMLInputElement
  if (name !== 'password') return
  const listed = form?.querySelectorAll('[data-rules] > *')
  Object.values(passwordRules).forEach((rule, place) => {
    listed?.[place]?.toggleAttribute('data-met', rule.test(value))
  })
}
