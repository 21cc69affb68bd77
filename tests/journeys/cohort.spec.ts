import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type AllotmentInput, type AllotmentResult, stages } from '#server/domain/terms/allotment-format.ts'
import { isWhole } from '#tests/support/extent.ts'
import { demoMade, demoOf } from './demos'
import { expect, test } from './server'

const command = (name: 'allot' | 'verify-allotment', ...args: string[]) =>
  execFileSync(process.execPath, [`scripts/${name}.mjs`, ...args], { encoding: 'utf8' })

/** The only run of `mbale` at the start of the demo: that of round 1. */
function dossier(): string {
  const folder = path.join(demoOf('round-2-options'), 'mbale/dossiers')
  const names = readdirSync(folder)
  expect(names).toHaveLength(1)
  return path.join(folder, names[0]!)
}
test.beforeAll(async () => {
  test.setTimeout(180_000)
  await demoMade('round-2-options')
})

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

test('the verifier passes the run that the demo played', () => {
  // The command exits with an error, and so throws here, if a promise is broken.
  expect(command('verify-allotment', dossier())).not.toBe('')
})

// Half the cohort, which `npm test` plays, does not reach them all.
if (isWhole)
  test("the demo's cohort reaches every type of seat in round 1, and every stage once all are enabled", () => {
    const folder = dossier()
    const input = read<AllotmentInput>(`${folder}/input.json`)
    const { allotments } = read<AllotmentResult>(`${folder}/result.json`)
    const given = new Set(allotments.map(({ seatType }) => seatType))
    expect(input.seats.filter(({ seatType }) => !given.has(seatType))).toEqual([])

    const [all, result] = ['input.json', 'result.json'].map((name) => test.info().outputPath(name)) as [string, string]
    writeFileSync(all, JSON.stringify({ ...input, round: 2, stages }))
    command('allot', '--in', all, '--out', result)
    command('verify-allotment', '--in', all, '--result', result)
    const reached = new Set(read<AllotmentResult>(result).allotments.map(({ stage }) => stage))
    expect(stages.filter((stage) => !reached.has(stage))).toEqual([])
  })
