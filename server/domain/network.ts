/**
 * What limits are counted by: an IPv4 address, or of IPv6 the /64 that one household or phone has to itself and could
 * otherwise take a new address from for every request.
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
