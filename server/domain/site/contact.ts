/**
 * `9876543210` → `••••••3210`: enough for its owner to recognise, too little for anybody else. A number too short to
 * hide anything before its last four digits is hidden entirely.
 */
export function maskNumber(number: string): string {
  const shown = number.length >= 8 ? 4 : 0
  return '•'.repeat(number.length - shown) + number.slice(number.length - shown)
}

/**
 * `asha.patil@example.org` → `a•••••@example.org`: the first letter and the domain. There are always five dots, to hide
 * the length; a name of one letter, or a text without a domain, is hidden entirely.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 0) return '•••••'
  const [first = ''] = at >= 2 ? email : ''
  return `${first}•••••${email.slice(at)}`
}
