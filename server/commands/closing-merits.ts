import { command, fileToMake, ofCourse, say, text, writeWhole } from './command'
import { withPortal } from './past-portal'

/**
 * `closing-merits [--course SLUG] [--archive FILE] [--out FILE]`: writes the closing merits of a portal, or of an archive,
 * as the file that the desk imports as an earlier season. An archive's file says whether it is of a demo.
 */
export const closingMerits = command({ archive: text, out: text, ...ofCourse }, (given) =>
  withPortal(given, 'the file', (portal, slug) => {
    const rows = portal.pastSeasons.own().length
    const file = fileToMake('--out', given.out ?? `closing-merits-${slug}-${portal.course.academicYear}.csv`)
    writeWhole(file, [...portal.pastSeasons.ownCsv()].join(''))
    say(`${slug}: ${file} with ${rows} closing merits. Read it at the desk: Tables and CSV files`)
  }),
)
