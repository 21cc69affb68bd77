import { createLogFiles, isSigned, logKeysIn } from '#server/adapters/log-files.ts'
import { stepForms } from '#server/domain/application/form/forms.ts'
import type { CellSettings } from '#server/domain/season/cell-settings.ts'
import { candidateBase } from '#server/domain/terms/href.ts'
import { reportingStore } from './admission/reporting/store'
import { createVocabularies } from './application/vocabularies/service'
import { vocabulariesStore } from './application/vocabularies/store'
import { type ContentLater, composeContent } from './content/index'
import { releaseConcernsStore } from './desk/release/concerns-store'
import { type OpenPortal, openPortal, type ServicesDeps } from './open-portal'
import { createPublicLog } from './operations/public-log/service'
import { publicLogStore } from './operations/public-log/store'
import { createWitnesses } from './operations/public-log/witnesses'
import { openConsents } from './privacy/index'
import { certificatesStore } from './scrutiny/certificates/store'
import { ordersStore } from './scrutiny/orders/store'
import { createDirectory } from './seats/directory/service'
import { directoryStore } from './seats/directory/store'

/** What every area is built on: the open portal, and what the cell keeps for all pages. */
export function openBase(deps: ServicesDeps, later: ContentLater) {
  const portal = openPortal(deps)
  const { db, clock, editing, isDated, publicChanged } = portal
  const directoryRows = directoryStore(db)
  const vocabularies = createVocabularies({
    store: vocabulariesStore(db),
    institutes: directoryRows.marathiNames,
    clock,
    forms: () => Object.values(stepForms(content.course.form)),
    onChanged: publicChanged,
  })
  const content = composeContent(portal, vocabularies, later)
  const directory = createDirectory({ ...editing, store: directoryRows, course: content.course })
  if (isDated) directory.fillFromDefaults()
  return {
    ...openPublicLog(portal, content.content),
    ...portal,
    ...content,
    ...openConsents(portal),
    vocabularies,
    directory,
    // The rows that two areas use.
    orderRows: ordersStore(db),
    certificateRows: certificatesStore(db),
    reportingRows: reportingStore(db),
    releaseConcerns: releaseConcernsStore(db),
  }
}

/** The public log, once everything is there that a portal begins with. Source: rules §19. */
function openPublicLog(portal: OpenPortal, content: { readonly initial: CellSettings; season(): CellSettings }) {
  const { archive, audit, clock, config, db, defaults, folder, identity, log } = portal
  const host = config.publicUrl === null ? 'localhost' : new URL(config.publicUrl).host
  const store = publicLogStore(db)
  const publicLog = createPublicLog({
    db,
    store,
    files: createLogFiles(folder),
    keys: archive ? null : logKeysIn(folder, config.logKey),
    clock,
    audit,
    prefix: `${host}${candidateBase(defaults.slug)}log`,
    epochs: identity.epochs.map(({ tag }) => tag),
    season: () => content.initial,
    log,
  })
  const listed = () => content.season().witnesses.keys
  return { publicLog, witnesses: createWitnesses({ db, store, clock, publicLog, verify: isSigned, listed, log }) }
}

export type Base = ReturnType<typeof openBase>
