/**
 * The network by which limits count: an IPv4 address, or the /64 of an IPv6 address. A household or phone has a whole
 * /64, so it could otherwise use a new address for every request.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const groups = (part: string) => (part ? part.split(':') : [])
  const front = groups(head)
  const back = groups(tail ?? '')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  const all = [...front, ...new Array<string>(zeros).fill('0'), ...back]
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

/** The first groups of a network in the notation of `networkOf`; an IPv4 address unchanged. */
const wider = (network: string, groups: number): string =>
  network.includes(':') ? `${network.split(/:+/).slice(0, groups).join(':')}::/${16 * groups}` : network

/**
 * The network of one site: an IPv4 address, or the IPv6 /48 that anybody can rent, which contains 65,536 networks.
 * Shares and budgets of strangers count by it.
 */
export const siteOf = (network: string): string => wider(network, 3)

/** The wider network around a network: a /16 for IPv4, a /32 for IPv6, as assigned to carriers. */
export const carrierOf = (network: string): string =>
  network.includes(':') ? wider(network, 2) : `${network.split('.').slice(0, 2).join('.')}.0.0/16`
