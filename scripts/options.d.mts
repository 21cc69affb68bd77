type Option = { type: 'string' | 'boolean'; multiple?: boolean }
export type Options = Readonly<Record<string, Option>>
type Value<O extends Option> = O['type'] extends 'boolean' ? boolean : O['multiple'] extends true ? string[] : string
/** The options that were given. */
export type Given<O extends Options> = { [K in keyof O]?: Value<O[K]> }
type Read<O extends Options> = { values: Given<O>; words: string[] }
export function readOptions<const O extends Options>(
  args: readonly string[],
  options?: O,
  words?: number,
): Read<O> | { fault: string } | { help: string }
export function optionsOfScript<const O extends Options>(options?: O, words?: number, args?: readonly string[]): Read<O>
