import { personaPassword } from '#server/demo/personas.ts'
import { jpeg, multipart, pdf } from './files'
import type { Answer, Browser, TestPortal } from './portal'

/** A field of a form as the server sent it. `options`: the values of a list. */
type FieldOfForm = {
  name: string
  type: string
  value: string
  isChosen: boolean
  isRequired: boolean
  options: string[]
}
type FormOfPage = { name: string; action: string; isGet: boolean; isMultipart: boolean; fields: FieldOfForm[] }
/** A filled button: a link, or the button that sends a form. */
export type Filled = { text: string; href: string } | { text: string; form: FormOfPage; own: [string, string][] }

const entities: Record<string, string> = { amp: '&', quot: '"', '#x27': "'", lt: '<', gt: '>' }
const plain = (html: string) => html.replace(/&(amp|quot|#x27|lt|gt);/g, (_, name: string) => entities[name]!)

const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w:-]+)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [name!.toLowerCase(), plain(value)]),
  )

const isFilled = (className = '') => {
  const names = className.split(' ')
  return names.includes('btn') && !names.includes('quiet') && !names.includes('danger')
}

/**
 * The filled buttons of a page in their order: those of its main part, then those of the bars above it. Of two equal
 * ways neither is filled: the person of the tests chooses to freeze a seat.
 */
export function filledOf(page: Pick<Answer, 'text'>): Filled[] {
  const html = written(page)
  const bars = [...html.matchAll(/<aside class="thin[\s\S]*?<\/aside>/g)].map(([bar]) => bar).join('')
  return [...ownFilledOf(page), ...buttonsIn(bars)]
}

const written = ({ text }: Pick<Answer, 'text'>) =>
  text.slice(0, text.indexOf('<script id="view"')).replace(/<!--.*?-->/g, '')

/** The filled buttons of a page's main part. */
export function ownFilledOf(page: Pick<Answer, 'text'>): Filled[] {
  const html = written(page)
  return buttonsIn(html.slice(html.indexOf('<main'), html.indexOf('</main>')))
}

function buttonsIn(html: string): Filled[] {
  const found: Filled[] = []
  let form: FormOfPage | null = null
  /** The forms by their ids, for buttons that stand behind them. */
  const byId = new Map<string, FormOfPage>()
  let list: FieldOfForm | null = null
  const tags = [...html.matchAll(/<(\/?)(\w+)((?:\s[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g)]
  for (const { 0: tag, 1: end, 2: name, 3: rest, index } of tags) {
    const own = attributesOf(rest!)
    const after = () => {
      const close = html.indexOf(`</${name}>`, index)
      return plain(html.slice(index + tag.length, close).replace(/<[^>]*>/g, ' ')).trim()
    }
    const sent = own.form === undefined ? form : (byId.get(own.form) ?? null)
    if (name === 'form') {
      form = end
        ? null
        : {
            name: own['data-form'] ?? '',
            action: own.action ?? '',
            isGet: own.method !== 'post',
            isMultipart: !!own.enctype,
            fields: [],
          }
      if (form && own.id !== undefined) byId.set(own.id, form)
    } else if (end) {
      if (name === 'select') list = null
    } else if (name === 'a') {
      if (isFilled(own.class)) found.push({ text: after(), href: own.href! })
    } else if (name === 'option') {
      list?.options.push(own.value ?? '')
      if (list && 'selected' in own) list.value = own.value ?? ''
    } else if (sent && name === 'button' && (own.type ?? 'submit') === 'submit') {
      if (isFilled(own.class) || sent.name === 'freeze')
        found.push({ text: after(), form: sent, own: own.name ? [[own.name, own.value ?? '']] : [] })
    } else if (form && own.name && ['input', 'select', 'textarea'].includes(name!)) {
      const field: FieldOfForm = {
        name: own.name,
        type: name === 'input' ? (own.type ?? 'text') : name!,
        value: name === 'textarea' ? after() : (own.value ?? ''),
        isChosen: 'checked' in own,
        isRequired: 'required' in own || 'aria-required' in own,
        options: [],
      }
      form.fields.push(field)
      if (name === 'select') list = field
    }
  }
  return found
}

/** A person who presses filled buttons. `says`: their answers to empty fields, by name. */
export function presser(portal: TestPortal, screen: Browser, mobile: string, says: Readonly<Record<string, string>>) {
  /** The value with which a person leaves a field; null for a field that is not sent. */
  async function leftIn(field: FieldOfForm, form: FormOfPage): Promise<string | null> {
    const { name, type, value, isChosen, options } = field
    if (type === 'radio') {
      const choices = form.fields.filter((one) => one.name === name)
      const chosen =
        choices.find((one) => one.isChosen) ?? choices.find((one) => one.value === says[name]) ?? choices[0]
      return field === chosen ? value : null
    }
    if (type === 'checkbox') return isChosen || field.isRequired ? value || 'on' : null
    if (type === 'file') return null
    if (name === 'password') return personaPassword
    if (name === 'otp') return portal.otpFor(mobile)
    if (value) return value
    if (says[name] !== undefined) return says[name]!
    return field.isRequired && options.length ? options.find((one) => one !== '')! : value
  }

  async function bodyOf(form: FormOfPage, own: [string, string][]) {
    const fields: Record<string, string> = Object.fromEntries(own)
    for (const field of form.fields) {
      const value = await leftIn(field, form)
      if (value !== null) fields[field.name] = value
    }
    return fields
  }

  /** Sends a form, with a fresh file for its first field of files. */
  async function send({ form, own }: Extract<Filled, { form: unknown }>): Promise<Answer> {
    const fields = await bodyOf(form, own)
    if (form.isGet) return screen.get(`${form.action}?${new URLSearchParams(fields)}`)
    if (!form.isMultipart) return screen.post(form.action, fields)
    const asked = form.fields.find(({ type }) => type === 'file')!
    const isPicture = ['photo', 'signature'].includes(asked.name)
    const content = isPicture ? await jpeg({ width: 500 + portal.rows().documents! }) : await pdf(1)
    const file = { name: isPicture ? 'new.jpg' : 'new.pdf', content, field: asked.name }
    const { body, headers } = multipart(fields, [file])
    return screen.sendBody(form.action, body, headers)
  }

  async function follow(answer: Answer): Promise<Answer> {
    const to = answer.headers.location
    return to === undefined ? answer : follow(await screen.get(String(to).split('#')[0]!))
  }

  return {
    open: async (address: string): Promise<Answer> => follow(await screen.get(address)),
    press: async (button: Filled): Promise<Answer> =>
      follow('href' in button ? await screen.get(button.href.split('#')[0]!) : await send(button)),
  }
}
