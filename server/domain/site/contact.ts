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

/**
 * `Asha Patil` → `A••a P•••l`: the first and the last letter of each word with what is between them counted, so that whoever
 * holds a paper sees if another name was put on it, and nobody else learns the name. Words of one or two letters show the first.
 */
export function maskName(name: string): string {
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return name
    .trim()
    .split(/\s+/)
    .map((word) => {
      const all = [...letters.segment(word)].map(({ segment }) => segment)
      return all.map((one, n) => (n === 0 || (n === all.length - 1 && n > 1) ? one : '•')).join('')
    })
    .join(' ')
}
