import { expect, test } from 'vitest'
import { carrierOf, networkOf, siteOf } from '#server/domain/accounts/network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('a household cannot spread its requests over its addresses', () => {
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2:bbbb::2'))
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
})

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.0.0/16'],
  ['2001:db8:1:2::1', '2001:db8:1::/48', '2001:db8::/32'],
])('around %s are the site %s and the carrier %s', (ip, site, carrier) => {
  expect([siteOf(networkOf(ip)), carrierOf(networkOf(ip))]).toEqual([site, carrier])
})
