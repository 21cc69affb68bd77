import { apiAddress } from '../addresses'
import { type Api, createApi } from './api'
import type { Browser } from './browser'

type Caller = Pick<Browser, 'loseSession' | 'screen' | 'storage' | 'xsrfToken'>

const clients = new WeakMap<Caller['screen'], Api>()

/** The scripted client of this browser, made at its first use: a visitor who does not log in need not load it. */
export function apiOf({ screen, storage, xsrfToken, loseSession }: Caller): Api {
  const known = clients.get(screen)
  if (known) return known
  const api = createApi({
    address: apiAddress(screen.view().base),
    storage,
    fetch: (...request) => fetch(...request),
    xsrfToken,
    language: () => screen.view().language,
    onSessionLost: loseSession,
  })
  clients.set(screen, api)
  return api
}
