/**
 * `9876543210` → `••••••3210`: enough for its owner to know it by, too little for anybody else. What is too short to
 * hide anything behind its last four digits is hidden whole.
 */
export function maskNumber(number: string): string {
  const shown = number.length >= 8 ? 4 : 0
  return '•'.repeat(number.length - shown) + number.slice(number.length - shown)
}

/**
 * `asha.patil@example.org` → `a•••••@example.org`: the first letter and the domain. The dots are always five, so that
 * they do not tell the length; a name of one letter, or a text without a domain, is hidden whole.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 0) return '•••••'
  const [first = ''] = at >= 2 ? email : ''
  return `${first}•••••${email.slice(at)}`
}
