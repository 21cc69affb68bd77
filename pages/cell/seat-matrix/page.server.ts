import { editionStanding } from '#pages/parts/seat-matrix/edition-standing.ts'
import { seatList } from '#pages/parts/seat-matrix/search.ts'
import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import { SeatImport } from '#server/features/seats/seat-matrix/schema.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['seats', 'seatlists', 'files', 'unfit'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.seat-matrix')

/** The imported editions, newest first, and the seats in force that the address asks for. */
export function load(page: DeskPage) {
  const { services, actor, language, query } = page
  const current = services.seats.inForce()
  return {
    isInForce: current !== null,
    asked: query.q ?? '',
    found: current && query.q ? seatList(page, current) : null,
    inForce: current?.edition ?? null,
    editions: services.seatMatrix
      .editions(actor)
      .map(
        ({
          id,
          number,
          state,
          isWithInstitutes,
          isMine,
          fileName,
          preparedAt,
          preparedByName,
          decidedAt,
          decidedByName,
        }) => ({
          id,
          number,
          isMine,
          standing: editionStanding({ state, isInForce: id === current?.editionId, isWithInstitutes }),
          fileName,
          importedBy: preparedByName,
          importedAt: formatDateTime(preparedAt, language),
          publishedBy: decidedByName,
          publishedAt: state === 'published' ? formatDateTime(decidedAt!, language) : null,
        }),
      ),
  }
}

/** Imports a file. */
export async function action(page: DeskPage) {
  const form = page.form(SeatImport)
  if (!form.ok) return form
  const files = await page.files()
  if (!files.ok) return files
  const done = await page.services.seatMatrix.importFile(page.actor, files.value)
  if (!done.ok) return done
  const to = href(page.cellBase, 'seat-matrix/:id', { id: String(done.value) })
  return page.redirect(to, { type: 'success', key: 'seats:flash.imported' })
}
