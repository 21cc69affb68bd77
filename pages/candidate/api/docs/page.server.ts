import { apiAddress } from '#pages/ui/addresses.ts'
import type { Page } from '#server/features/index.ts'
import { callGroups, type OpenApi } from './contract'

export const texts = ['apidocs'] as const
export const isCacheable = true

/** The OpenAPI document, rearranged for reading. */
export function load({ services, base }: Page) {
  const address = apiAddress(base)
  const document = services.apiDocument() as OpenApi | null
  return {
    address,
    document: `${address}/openapi.json`,
    groups: document ? callGroups(document, address) : [],
  }
}
