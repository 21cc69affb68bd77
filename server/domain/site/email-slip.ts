import { distance } from '#server/kernel/nearest.mjs'

/** The providers whose names most candidates have in their address. */
const common = ['gmail.com', 'yahoo.com', 'yahoo.co.in', 'outlook.com', 'hotmail.com', 'rediffmail.com', 'icloud.com']
/** Providers that exist, and are no slip for one of those. */
const alsoRight = [
  'mail.com',
  'email.com',
  'ymail.com',
  'gmx.com',
  'yahoo.in',
  'yahoo.co.uk',
  'hotmail.co.uk',
  'zoho.in',
]
/** More letters than this are no slip of the hand. */
const letters = 2

/**
 * The address that somebody probably meant whose provider differs from a well-known one by a slip of the hand or by its
 * ending (`@gmail.con`, `@gmial.com`, `@gmail.in`); null if nothing looks wrong. It is advice only: no address is refused for it.
 */
export function meantEmail(typed: string): string | null {
  const [, name, given] = /^\s*([^\s@]+)@([^\s@]+?)\.?\s*$/.exec(typed) ?? []
  const provider = given?.toLowerCase()
  if (!name || !provider || common.includes(provider) || alsoRight.includes(provider)) return null
  const near = common
    .map((one) => ({ one, by: distance(provider, one) }))
    .filter(({ by }) => by <= letters)
    .sort((a, b) => a.by - b.by)
  const [house] = provider.split('.')
  // These two have one ending only.
  const ofHouse = ['gmail.com', 'rediffmail.com'].find((one) => one.split('.')[0] === house)
  const meant = near[0]?.one ?? ofHouse
  return meant ? `${name}@${meant}` : null
}
