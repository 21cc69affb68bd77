import { preloaded } from './portal'

/**
 * Settings of a server whose clock is ahead by the ms in a file, in each of its processes and in no other. To the server it is
 * a clock that has jumped.
 */
export const shiftedBy = (file: string): NodeJS.ProcessEnv => ({ ...preloaded(shifting), SHIFT_FILE: file })

const shifting = `import { readFileSync } from 'node:fs'
  const Real = Date, file = process.env.SHIFT_FILE
  let shift = 0, looked = -1000
  const now = () => {
    const at = performance.now()
    if (at - looked > 100) { looked = at; try { shift = Number(readFileSync(file, 'utf8')) || 0 } catch {} }
    return Real.now() + shift
  }
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, as) => Reflect.construct(target, given.length ? given : [now()], as),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })`
