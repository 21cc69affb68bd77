import { expect, type Server } from './server'

/** After a walk: one seat a candidate, seats within the intake, every rupee explained. */
export async function expectSoundBooks({ url }: Server): Promise<void> {
  expect(await (await fetch(`${url}/demo/books.json`)).json()).toEqual({ mbale: [], scd: [] })
}
