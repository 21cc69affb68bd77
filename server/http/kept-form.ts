import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** What was typed on a page and sent after its session had ended. */
export type KeptForm = { path: string; values: Record<string, string> }

/** More than this no browser keeps in a cookie. */
const roomInCookie = 3800

/**
 * Carries a form across the login that its sender is led to, sealed for its owner: on a device of several people nobody
 * else's words fill a form. `close` answers null where there is too much of it.
 */
export function createKeptForms(seal: {
  close(text: string, owner: string): string
  open(sealed: string, owner: string): string | null
}) {
  return {
    close(form: KeptForm, candidateId: number): string | null {
      const sealed = seal.close(deflateRawSync(JSON.stringify(form)).toString('base64'), String(candidateId))
      return sealed.length > roomInCookie ? null : sealed
    },
    open(sealed: string, candidateId: number): KeptForm | null {
      const text = seal.open(sealed, String(candidateId))
      return text === null ? null : JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString())
    },
  }
}
