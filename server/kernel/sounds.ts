/** Letters and signs that sound alike, or that people write for one another, with the one that stands for all. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/sh/g, 's'],
  [/chh/g, 'ch'],
  [/ee|y/g, 'i'],
  [/oo/g, 'u'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/q/g, 'k'],
  [/([a-z])\1+/g, '$1'],
  [/[ीई]/g, 'ि'],
  [/[ूऊ]/g, 'ु'],
  [/इ/g, 'ि'],
  [/उ/g, 'ु'],
  [/ळ/g, 'ल'],
  [/ण/g, 'न'],
  [/[शष]/g, 'स'],
  [/ँ|[नमङञ]्(?=[क-ह])/g, 'ं'],
  [/([क-ह])्\1/g, '$1'],
]

/** A folded text as it sounds: long and short vowels, ळ and ल, doubled letters make no difference; breathed letters do. */
export const soundOf = (text: string): string => alike.reduce((sound, [from, to]) => sound.replace(from, to), text)

/** The same where breathed letters make none either: "Tane" is Thane, "Darashiv" Dharashiv. For searches, which show what they find. */
export const roughSound = (text: string): string => soundOf(text).replace(/([bcdgjkt])h/g, '$1')
