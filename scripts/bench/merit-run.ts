import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { type View, viewMediaType } from '#server/domain/site/view.ts'
import { cookieOf, seed } from './desk-rows'
import { medianAt } from './open-loop'
import { startProduct } from './processes'

/** Requests per second for the dashboard, before and during the run. */
const rate = 40

/** The median time of the dashboard before and during the preparation of a merit list with this many candidates, and the largest share refused. */
export async function pagesDuringRanking(
  folder: string,
  candidates: number,
): Promise<{ quiet: number; busy: number; refused: number; seconds: number; ranked: number }> {
  const many = path.join(folder, 'ranked')
  seed(many, candidates)
  const ranked = confirmAll(path.join(many, 'mbale/portal.db'))
  const product = await startProduct(many)
  const desk = `${product.url}/mbale/cell/merit-lists`
  const admin = await cookieOf(product, 'admin')
  const dashboard = {
    url: `${product.url}/mbale/candidate/dashboard`,
    headers: { cookie: await cookieOf(product, 'half-filled'), 'accept-encoding': 'identity' },
  }
  const viewOf = async (url: string) =>
    (await (await fetch(url, { headers: { cookie: admin, accept: viewMediaType } })).json()) as View & {
      data: { state: string }
    }
  await medianAt(dashboard, rate, 5)
  const quiet = await medianAt(dashboard, rate, 10)

  const form = new URLSearchParams({ _csrf: (await viewOf(desk)).staff!.csrf, stage: 'provisional' })
  const begun = performance.now()
  const started = await fetch(desk, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: admin, origin: product.url, 'sec-fetch-site': 'same-origin' },
    body: form,
  })
  const edition = started.headers.get('location')
  if (started.status !== 303 || !edition) throw new Error(`no merit list was begun: ${started.status}`)
  const rounds: (typeof quiet)[] = []
  const state = async () => (await viewOf(`${product.url}${edition}`)).data.state
  // Only rounds within the run count, or the first one if the run is shorter.
  for (let isUnderWay = true; isUnderWay; ) {
    const busy = await medianAt(dashboard, rate, 3)
    isUnderWay = (await state()) === 'preparing'
    if (isUnderWay || rounds.length === 0) rounds.push(busy)
  }
  const seconds = (performance.now() - begun) / 1000
  if ((await state()) !== 'prepared') throw new Error('the merit list came to nothing')
  await product.stop()
  const medians = rounds.map(({ median }) => median).sort((a, b) => a - b)
  return {
    quiet: quiet.median,
    busy: medians[Math.floor(medians.length / 2)]!,
    refused: Math.max(quiet.refused, ...rounds.map((round) => round.refused)),
    seconds,
    ranked,
  }
}

/** Confirms every submitted form; returns their number. */
function confirmAll(file: string): number {
  const sqlite = addFunctions(new SqliteDatabase(file))
  sqlite.exec('UPDATE applications SET confirmed_at = submitted_at WHERE submitted_at IS NOT NULL')
  const ranked = sqlite.prepare('SELECT count(*) FROM applications WHERE confirmed_at IS NOT NULL').pluck().get()
  sqlite.close()
  return ranked as number
}
