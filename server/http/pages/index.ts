import { createAnswers } from './answer'
import { createFiles } from './files'
import type { PageHost, Person } from './host'
import { createShow } from './show'

/** Handlers for the pages of one portal, and for the files and acts beside them. */
export function createPageHandler<Services, Actor extends Person, Staff extends Person>(
  host: PageHost<Services, Actor, Staff>,
) {
  const show = createShow(host)
  const { sendError, sendRefused, sendPage } = show
  return { ...createAnswers(host, show), ...createFiles(host, show), sendError, sendRefused, sendPage }
}
