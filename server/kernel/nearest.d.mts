/** The number of letters to add, take away or replace to turn one word into another. Above `most` it counts no further. */
export function distance(from: string, to: string, most?: number): number

/**
 * The word that somebody most likely meant, whatever its case: at most a third of its letters differ. Undefined if none
 * is that near.
 */
export function nearest(written: string, words: Iterable<string>): string | undefined
