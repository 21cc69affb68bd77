/** A file's name in at most so many characters, with its ending, by which people know what it is: `a long na….pdf`. */
export function shortFileName(name: string, most: number): string {
  const signs = Array.from(name)
  if (signs.length <= most) return name
  const ending = /\.[\p{L}\p{N}]{1,8}$/u.exec(name)?.[0] ?? ''
  return `${signs.slice(0, most - Array.from(ending).length - 1).join('')}…${ending}`
}
