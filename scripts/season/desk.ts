import { setTimeout as pause } from 'node:timers/promises'
import { personaPassword } from '#server/demo/personas.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }
const plain = (text: string) => text.replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all)
const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(tag)
  return found ? plain(found[1]!) : null
}

/** A form of a page: where it goes, what it would send now, and every name that could be answered. */
export type DeskForm = {
  name: string
  action: string
  values: Record<string, string>
  /** Choices of radio buttons and selections, and names of boxes to tick. */
  choices: Record<string, string[]>
  boxes: string[]
}

/** The forms of a page, as a browser without script sees them. */
export function formsIn(html: string): DeskForm[] {
  return [...html.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)].map(([, head, inner]) => {
    const values: DeskForm['values'] = {}
    const choices: DeskForm['choices'] = {}
    const boxes: string[] = []
    for (const [tag] of inner!.matchAll(/<input [^>]*>/g)) {
      const [name, type, value] = [attribute(tag, 'name'), attribute(tag, 'type'), attribute(tag, 'value')]
      if (name === null) continue
      if (type === 'radio') choices[name] = [...(choices[name] ?? []), value ?? '']
      if (type === 'checkbox') boxes.push(name)
      const isOff = (type === 'radio' || type === 'checkbox') && !/ checked=/.test(tag)
      if (!isOff && type !== 'file') values[name] = value ?? (type === 'checkbox' ? 'true' : '')
    }
    for (const [, tag, options] of inner!.matchAll(/<select ([^>]*)>(.*?)<\/select>/gs)) {
      const name = attribute(` ${tag}`, 'name')
      if (name === null) continue
      choices[name] = [...options!.matchAll(/<option[^>]* value="([^"]*)"/g)].map(([, value]) => plain(value!))
    }
    for (const [, tag, text] of inner!.matchAll(/<textarea ([^>]*)>(.*?)<\/textarea>/gs)) {
      const name = attribute(` ${tag}`, 'name')
      if (name !== null) values[name] = plain(text!)
    }
    return {
      name: attribute(` ${head}`, 'data-form') ?? '',
      action: attribute(` ${head}`, 'action') ?? '',
      values,
      choices,
      boxes,
    }
  })
}

export type Desk = Awaited<ReturnType<typeof deskOf>>

/** The desk of somebody of the staff in a browser without script, signed in by name and password. */
export async function deskOf(url: string, login: string, door: string) {
  let cookie = ''
  const network = `10.200.${login.length}.${login.charCodeAt(login.length - 1) & 255}`

  async function send(path: string, body?: Record<string, string>) {
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`${url}${path}`, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie, origin: url, accept: 'text/html', 'x-forwarded-for': network },
        ...(body && { body: new URLSearchParams(body) }),
      }).catch(() => null)
      for (const one of answer?.headers.getSetCookie() ?? []) {
        const [pair] = one.split(';')
        const [name] = pair!.split('=')
        cookie = [...cookie.split('; ').filter((kept) => kept && !kept.startsWith(`${name}=`)), pair].join('; ')
      }
      const html = answer ? await answer.text() : ''
      if (answer && answer.status !== 503 && answer.status !== 429)
        return { status: answer.status, html, location: answer.headers.get('location') ?? '' }
      if (tries > 20) throw new Error(`${login} waits for ${path} in vain`)
      await pause(2000)
    }
  }

  const entry = await send(`/mbale/cell/login/${door}`, { loginName: login, password: personaPassword })
  if (entry.status !== 303) throw new Error(`${login} cannot log in: ${entry.status}`)

  return {
    login,
    open: async (page: string) => (await send(`/mbale/cell/${page}`)).html,
    /** Sends a form with changes. */
    send: (form: DeskForm, changes: Record<string, string> = {}) => send(form.action, { ...form.values, ...changes }),
  }
}

/** A form of a page by its name; null if the page has none. */
export const formIn = (html: string, name: string): DeskForm | null =>
  formsIn(html).find((form) => form.name === name) ?? null

/** Every box of a form ticked. */
export const ticked = ({ boxes }: DeskForm): Record<string, string> =>
  Object.fromEntries(boxes.map((name) => [name, 'true']))
