import { hash, randomBytes } from 'node:crypto'

/** A token that nobody can guess: 24 random bytes. */
export const newToken = (): string => randomBytes(24).toString('base64url')

/** How tokens are kept: a fast hash is enough for what is random already. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')
