import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Comparison, compare, type Ended, groupings } from '#server/domain/rehearsal/compare.ts'
import { rehearse as play } from '#server/domain/rehearsal/play.ts'
import { differingIn } from '#server/features/seats/rehearsal/record.ts'
import { rulesIn } from '#server/features/seats/rehearsal/rules-file.ts'
import { translate } from '#server/i18n/texts.ts'
import { faultInWords, Misconfigured } from '#server/process/misconfigured.ts'
import { command, fileToMake, ofCourse, say, text, writeWhole } from './command'
import { withPortal } from './past-portal'

/**
 * `rehearse [--season ARCHIVE] [--course SLUG] --rules FILE [--out FILE]`: plays the season of an archive, or of a portal,
 * again under other rules, says what would have changed, and writes the whole comparison as JSON. Source: rules §8.25.
 */
export const rehearse = command({ season: text, rules: text, out: text, ...ofCourse }, async (given) => {
  const { rules: file } = given
  if (file === undefined) throw new Misconfigured('--rules is missing: the file with the rules to play')
  const written = textOf(path.resolve(file))
  const out = given.out === undefined ? undefined : fileToMake('--out', given.out)
  await withPortal({ archive: given.season, course: given.course }, 'a rehearsal', async (portal, slug) => {
    const season = await portal.rehearsal.recordSeason()
    if (!season.rounds.length)
      throw new Misconfigured(`${slug}: no round has been published, so there is nothing to play`)
    const read = rulesIn(written, season)
    if ('faults' in read) throw new Misconfigured(read.faults.map((fault) => `${file}: ${fault}`).join('\n'))
    const differing = differingIn(season)
    say(
      differing
        ? `${slug}: its own rules give ${season.academicYear} again, but for ${differing} candidates whose seats orders moved`
        : `${slug}: its own rules give ${season.academicYear} again, seat for seat`,
    )
    const played = play(season, read.rules, (round) => say(`  CAP Round ${round} played`))
    if ('fault' in played)
      throw new Misconfigured(
        `${file}: ${translate('en', `rehearsal:fault.${played.fault}`, { round: played.round, details: played.details.join(', ') })}`,
      )
    const comparison = compare(season, played)
    for (const line of linesOf(comparison)) say(line)
    if (out === undefined) return
    writeWhole(out, `${JSON.stringify(comparison, null, 2)}\n`)
    say(`Everything: ${out}`)
  })
})

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Misconfigured(`--rules is wrong: ${faultInWords(error) ?? `${file} cannot be read`}`)
  }
}

/** A comparison in lines of English. */
function linesOf({ people, changed, assumed, rounds, groups, largest }: Comparison): string[] {
  return [
    `${changed} of ${people} candidates would have ended with another seat, or with none`,
    ...(assumed ? [`${assumed} never had a seat; it was assumed that they accept`] : []),
    ...rounds.map(
      ({ was, would }, place) =>
        `CAP Round ${place + 1}: seats given ${was?.given ?? 'none'} -> ${would?.given ?? 'none'}, kept ${was?.kept ?? 'none'} -> ${would?.kept ?? 'none'}, left ${was?.vacant ?? 'none'} -> ${would?.vacant ?? 'none'}`,
    ),
    ...groupings
      .filter((grouping) => grouping !== 'district')
      .flatMap((grouping) =>
        groups[grouping].map(
          ({ group, seatedWas, seatedWould, gained, lost, better, worse }) =>
            `${grouping} ${group}: with a seat ${seatedWas} -> ${seatedWould}; gain ${gained}, lose ${lost}, better ${better}, worse ${worse}`,
        ),
      ),
    ...largest.map(({ number, was, would }) => `All India ${number}: ${seat(was)} -> ${seat(would)}`),
  ]
}

const seat = (end: Ended | null): string =>
  end ? `choice ${end.preference ?? '-'} ${end.choiceCode} ${end.seatType}` : 'no seat'
