import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/features/index.ts'
import { pathOf } from '#server/http/address.ts'
import { Refused } from '#server/http/refused.ts'

/** The addresses below the candidates' base that are open before admissions are. */
const openAddresses: readonly string[] = [
  'home',
  'contactus',
  'faq',
  'privacyandpolicy',
  'notifications',
  'news',
  'importantdate',
  'download',
  'version.json',
  'api/notices',
  'api/news',
  'api/faq',
  'api/downloads',
]

const isOpenAddress = (address: string): boolean => openAddresses.includes(address) || /^file\/\d+\.pdf$/.test(address)

/**
 * Until two people open the portal, candidates read that admissions have not opened: nobody registers, logs in or reads
 * a value of another season. Source: rules §13.3.
 */
export function refuseUntilOpened(
  candidate: FastifyInstance,
  { settings }: Pick<Services, 'settings'>,
  base: string,
): void {
  candidate.addHook('onRequest', async (request) => {
    if (settings.isOpened()) return
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (isReading && isOpenAddress(pathOf(request).slice(base.length))) return
    throw new Refused({ code: 'not-opened', status: 403 })
  })
}
