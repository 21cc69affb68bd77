import { hash, randomBytes } from 'node:crypto'

/** An unguessable token: 24 random bytes. */
export const newToken = (): string => randomBytes(24).toString('base64url')

/** The stored form of a token: a fast hash suffices because tokens are random. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')
