import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { OutsideBooks } from './books'
import type { Report } from './people'
import type { Machine } from './report'
import type { StaffSeen } from './staff'

/** What a season was asked for; the same from its begin to its end. */
export type Asked = {
  size: number
  days: number
  speed: number
  seed: number
  workers: number
  /** The most whole forms a second; null for as many as come. */
  pace: number | null
}

/** A season that was held between two of its parts: all that is not in the portal's own folder. */
export type Held = {
  asked: Asked
  /** When the first evening began, and what the clock showed when it was held, ms. */
  first: number
  now: number
  /** The parts that were played. */
  played: string[]
  people: Report[]
  outside: OutsideBooks
  staff: StaffSeen
  machine: Machine
  errors: string[]
  /** The kinds of errors in the server's log. */
  log: string[]
}

const fileIn = (folder: string) => path.join(folder, 'season.json')

/** The season that was held in this folder; null in an empty one, which is made. Throws for a folder with anything else in it. */
export function heldIn(folder: string): Held | null {
  mkdirSync(folder, { recursive: true })
  if (existsSync(fileIn(folder))) return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Held
  if (readdirSync(folder).length > 0)
    throw new Error(`${folder} is neither empty nor the folder of a season that was held`)
  return null
}

export const hold = (folder: string, held: Held): void => writeFileSync(fileIn(folder), JSON.stringify(held))

/** Nobody goes on twice from the same state. */
export const goOn = (folder: string): void => rmSync(fileIn(folder))
