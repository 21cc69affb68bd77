import { expect, test } from 'vitest'
import { DateField } from '#pages/parts/desk/DateField.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { lettersIn } from '#pages/ui/letters.ts'
import type { View } from '#server/domain/site/view.ts'
import { aView, candidateView, markupOf, newCandidate, tagOf, textOf } from './a-view'

const came = (form: Partial<View['form']>): Partial<View> => ({
  form: { values: {}, errors: [], message: null, ...form },
})

const Login = () => (
  <Form submit="Log in">
    <Field name="userId" label="Application ID" hint="On your receipt" required autoComplete="username" />
    <Field kind="password" name="password" label="Password" required autoComplete="current-password" />
    <Field kind="otp" name="otp" label="OTP" />
    <Field kind="tel" name="mobile" label="Mobile" value="9876543210" />
  </Form>
)

test("a form is sent to its own page, without the browser's validation", () => {
  const url = '/mbale/candidate/login?next=/mbale/candidate/sms'
  expect(tagOf(markupOf(aView({ url }), Login), 'form', {})).toEqual({ method: 'post', action: url, novalidate: '' })
})

test('the forms of a candidate carry the token of the session, those of visitors none', () => {
  const [, main] = markupOf(candidateView(newCandidate), Login).split('<main')
  expect(tagOf(main!, 'input', { name: '_csrf' })).toMatchObject({ type: 'hidden', value: 'token-of-the-session' })
  expect(markupOf(aView(), Login)).not.toContain('_csrf')
})

test('a search is a GET to the page without its old query', () => {
  const html = markupOf(aView({ url: '/mbale/candidate/fclist?q=old' }), () => <SearchForm submit="Search" />)
  expect(tagOf(html, 'form', {})).toMatchObject({ method: 'get', action: '/mbale/candidate/fclist' })
})

test('a required field is marked, labelled and explained', () => {
  const html = markupOf(aView(), Login)
  expect(html).toContain('<label for="f-userId">Application ID<span aria-hidden="true"> (*)</span></label>')
  expect(html).toContain('<p class="hint" id="f-userId-hint">On your receipt</p>')
  expect(tagOf(html, 'input', { id: 'f-userId' })).toEqual({
    id: 'f-userId',
    name: 'userId',
    type: 'text',
    required: '',
    autocomplete: 'username',
    'aria-describedby': 'f-userId-hint',
  })
})

test('a one-time password is a text field for digits, filled from the message; no field is a number field', () => {
  const html = markupOf(aView(), Login)
  const otp = tagOf(html, 'input', { id: 'f-otp' })
  expect(otp).toMatchObject({ inputmode: 'numeric', autocomplete: 'one-time-code' })
  expect(otp).not.toHaveProperty('maxlength')
  expect(html).not.toContain('type="number"')
})

const Next = () => (
  <Form submit="Send">
    <Field name="reason" label="Reason" kind="textarea" isNext />
    <Field kind="password" name="password" label="Password" isNext />
    <Field kind="checkbox" name="agreed" label="Agreed" isNext />
    <Field name="note" label="Note" />
  </Form>
)

test('what is asked next has the focus, unless the form came back with faults', () => {
  const focused = (view?: Partial<View>) => markupOf(aView(view), Next).match(/autofocus/gi)?.length ?? 0
  expect(focused()).toBe(3)
  expect(focused(came({ values: { reason: 'x' } }))).toBe(3)
  expect(focused(came({ message: 'Try again later.' }))).toBe(0)
  expect(focused(came({ errors: [{ field: 'note', message: 'Enter a note' }] }))).toBe(0)
})

test('marks of Devanagari take no width, letters do', () => {
  expect(['मातृभाषा', 'धर्म', 'Mother tongue', 'é', ''].map(lettersIn)).toEqual([4, 3, 13, 1, 0])
})

const Searched = () => <Field name="taluka" label="Taluka" suggestions={[{ value: 'Ner' }]} />
const Dated = () => <DateField name="from" label="From" />

test('a field with suggestions and one of many lines of a form come back on "Back": no browser is told to forget them', () => {
  expect(tagOf(markupOf(aView(), Searched), 'input', { id: 'f-taluka' })).not.toHaveProperty('autocomplete')
  expect(tagOf(markupOf(aView(), Dated), 'input', { id: 'f-from' })).not.toHaveProperty('autocomplete')
})

test('each fault appears beside its field, and a repeated one appears once', () => {
  const say = (message: string) => ({ field: 'userId', message })
  const errors = [say('It is too short'), say('It has bad characters'), say('It is too short')]
  const html = markupOf(aView(came({ errors })), Login)
  const [, beside] = /<div id="f-userId-error">(.*?)<\/div>/.exec(html)!
  expect(beside!.match(/class="msg"/g)).toHaveLength(2)
  expect(beside).toContain('It has bad characters')
})

test('a fault has the same words beside its field and in the summary', () => {
  const errors = [{ field: 'userId', message: 'Please enter the Application ID' }]
  const html = markupOf(aView(came({ errors })), Login)
  expect(html).toContain('<a href="#f-userId">Please enter the Application ID</a>')
  const [, beside] = html.split('id="f-userId-error">')
  expect(textOf(beside!)).toMatch(/^Error: Please enter the Application ID/)
  expect(tagOf(html, 'input', { id: 'f-userId' })).toMatchObject({
    'aria-describedby': 'f-userId-hint f-userId-error',
    'aria-invalid': 'true',
  })
  expect(textOf(html)).toContain('There is a problem Please enter the Application ID')
  expect(tagOf(html, 'div', { class: 'errors' })).toMatchObject({ role: 'alert', tabindex: '-1' })
})

test('a fault of the whole form appears in the summary', () => {
  const html = markupOf(aView(came({ message: 'Wrong Application ID or password' })), Login)
  expect(textOf(html)).toContain('This was not done Wrong Application ID or password')
})

test('typed values return and replace saved ones; secrets never return', () => {
  const values = { mobile: '98', userId: 'ML24', password: 'Secret12', otp: '123456' }
  const html = markupOf(aView(came({ values })), Login)
  expect(tagOf(html, 'input', { id: 'f-mobile' })).toMatchObject({ value: '98' })
  expect(tagOf(html, 'input', { id: 'f-userId' })).toMatchObject({ value: 'ML24' })
  expect(html).not.toMatch(/Secret12|123456/)
  expect(tagOf(markupOf(aView(), Login), 'input', { id: 'f-mobile' })).toMatchObject({ value: '9876543210' })
})

const Choices = () => (
  <Form submit="Save">
    <Field kind="select" name="place" label="Place" options={[{ group: 'G', options: [{ value: 'p', label: 'P' }] }]} />
    <Field
      kind="radios"
      name="type"
      label="Type"
      options={[
        { value: 'A', label: 'Type A' },
        { value: 'B', label: 'Type B', hint: 'Not A' },
      ]}
    />
    <Field kind="checkbox" name="consent" label="I agree" />
  </Form>
)

test('a chosen option, radio and checkbox return', () => {
  const errors = [{ field: 'type', message: 'Choose a type' }]
  const html = markupOf(aView(came({ values: { place: 'p', type: 'B', consent: 'true' }, errors })), Choices)
  expect(html).toContain('<optgroup label="G"><option value="p" selected="">P</option></optgroup>')
  expect(tagOf(html, 'input', { id: 'f-type-1' })).toMatchObject({ type: 'radio', value: 'B', checked: '' })
  expect(tagOf(html, 'input', { id: 'f-consent' })).toMatchObject({ type: 'checkbox', value: 'true', checked: '' })
  // The summary links to the first radio button.
  expect(html).toContain('<a href="#f-type">Choose a type</a>')
  expect(tagOf(html, 'input', { id: 'f-type' })).toMatchObject({ type: 'radio', value: 'A' })
  expect(tagOf(html, 'fieldset', {})).toMatchObject({ 'aria-describedby': 'f-type-error' })
})
