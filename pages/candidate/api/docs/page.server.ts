import type { Page } from '../../../../server/services'
import { callGroups, type OpenApi } from './contract'

export const texts = ['demo'] as const
export const isCacheable = true

/** The OpenAPI document, rearranged for reading. */
export function load({ services, base }: Page) {
  const address = `${base}api`
  const document = services.apiDocument() as OpenApi | null
  return {
    address,
    document: `${address}/openapi.json`,
    groups: document ? callGroups(document, address) : [],
  }
}
