import type { Course } from '#server/courses/course.ts'
import { applicationId } from '#server/domain/application/application-id.ts'
import type { FileKind } from '#server/domain/application/document-rules.ts'
import type { MessageTemplate } from '#server/domain/messages/message-templates.ts'
import { type Answers, questionSteps } from '#server/domain/terms/question.ts'
import type { Services } from '#server/features/index.ts'
import { afterSubmission } from '#server/i18n/after-submission.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { days, hours, type Instant } from '#server/kernel/time.ts'
import { drawAnswers } from './answers'
import { type Progress, writeApplication } from './applications'
import { demoAppointments } from './appointments'
import { writeCertificates } from './certificates'
import { cohortCandidate, cohortSize, registeredTwice } from './cohort'
import { giveMessageIds, keepReplies, prepareMerge, seedColleagues, seedDeskCases } from './desk-cases'
import { drawFrom } from './draw'
import { playInstitutes } from './institutes'
import { playPastSeasons } from './past-seasons'
import { type Persona, personaEmail, personaPassword, personas, plainStory } from './personas'
import { playedSeasonBefore } from './played-season'
import { playSeatMatrix } from './seat-matrix'
import { seedStaff } from './staff-personas'
import type { SeedMessage } from './store'
import { demoStore } from './store'
import { drawStory, type Story } from './stories'
import { listWitness, signAsWitness } from './witness'

/** A password, hashed once for all personas of a portal. */
type HashPassword = (password: string) => Promise<string>

/** Personas registered this long ago. */
const registeredBefore = days(12)

/**
 * Fills an empty portal with its personas and its cohort: the same people with the same answers, files and payments for
 * the same `size`. `now`: the demo's clock. Writes all facts in one transaction.
 */
export async function seedPortal(
  portal: Services,
  now: Instant,
  hash: HashPassword,
  size = cohortSize(portal.course.slug),
): Promise<void> {
  const { db, course, clock } = portal
  const store = demoStore(db)
  const passwordHash = await hash(personaPassword)
  const { keepSpecimens } = await import('./specimens')
  const specimenOf = await keepSpecimens(portal.fileStorage)
  const { applicationIdPrefix: prefix, applicationIdYear: year } = course
  const nextId = () => applicationId(prefix, year, store.nextInSeries(prefix + year))
  const asked = clock.real()

  db.transact(() => {
    const appointments = demoAppointments(store, course, now)
    const officers = seedStaff(store, passwordHash, now)
    const people = personas.filter((persona) => persona.course === course.slug)
    const ids = new Map(
      people.map((persona, index) => [persona.key, addPersona(persona, index, officers, appointments)]),
    )
    /** Candidates of the cohort, by their number in it. */
    const members = new Map<number, number>()
    for (let n = 0; n < size; n++) {
      const { application, ...person } = cohortCandidate(course, n, size, now)
      const userId = nextId()
      const id = store.addCandidate({ ...person, userId, passwordHash: null, language: 'en' })
      members.set(n, id)
      if (application) {
        add(id, userId, person.fullName, n, application, officers)
        const fileOf = (kind: FileKind) => specimenOf(kind, 2 * n)
        writeCertificates(store, drawFrom(2_000_000 + n), { ...application, candidateId: id, fileOf, now })
        // Some have not chosen yet.
        if (application.story.mode === 2 && n % 4) appointments.add(id, person.district, application.progress)
      }
    }
    const half = ids.get('half-filled')
    if (half !== undefined) seedDeskCases(store, half, now)
    for (const [again, first] of [...registeredTwice].slice(0, 1))
      if (members.has(again)) prepareMerge(store, members.get(again)!, members.get(first)!, now)
    seedColleagues(store, passwordHash, now)
    store.mark(now)
  })
  keepReplies(portal)
  giveMessageIds(portal)
  playSeatMatrix(portal)
  playInstitutes(portal)
  playPastSeasons(portal, size)
  await portal.rehearsal.keep(playedSeasonBefore(course, size))
  // Finishes the search for duplicates in a demo of the usual size; in a large one the job does the rest.
  for (let n = 0; n < 10 && portal.duplicates.lookForDuplicates(); n++);
  // Whoever had to be reminded by now has been: nothing is due in a new demo.
  await portal.reminders.remind()
  await portal.messages.deliverDue()
  listWitness(portal)
  await signAsWitness(portal)

  type Applied = { story: Story; answers: Answers; progress: Progress; pendingSince?: number }

  function add(
    candidateId: number,
    userId: string,
    fullName: string,
    n: number,
    applied: Applied,
    officers: number[],
  ): void {
    const { story, ...application } = applied
    // Even faces have long hair.
    const variant = 2 * n + (story.gender === 'male' ? 1 : 0)
    writeApplication(
      store,
      course,
      { ...application, candidateId, userId, fullName, officers, fileOf: (kind) => specimenOf(kind, variant) },
      asked,
    )
  }

  /**
   * Returns the candidate's id.
   * Long: one person's story from the registration on, each act of which dates the next.
   */
  function addPersona(
    persona: Persona,
    index: number,
    officers: number[],
    appointments: ReturnType<typeof demoAppointments>,
  ): number {
    const { fullName, state, district, language } = persona
    const createdAt = now - registeredBefore
    const userId = nextId()
    const email = personaEmail(persona)
    const mobile = `${course.slug === 'scd' ? 80 : 90}000000${String(index + 1).padStart(2, '0')}`
    const id = store.addCandidate({
      userId,
      fullName,
      email,
      mobile,
      state,
      district,
      passwordHash,
      createdAt,
      language,
    })
    /** Records a message that the portal would have sent: by SMS and e-mail, and in the message box. */
    const wrote = (template: MessageTemplate, at: number, params: SeedMessage['params'], isRead: boolean) => {
      for (const [channel, to] of [['sms', mobile] as const, ['email', email] as const])
        store.addMessage({ candidateId: id, channel, to, template, language, params, at, isRead })
    }
    wrote('registration-welcome', createdAt, { userId }, true)
    if (persona.receiver) store.addReceiver(id, persona.receiver, createdAt + hours(1))
    const told = persona.application
    if (!told) return id
    const ago = (daysAgo: number | undefined) => (daysAgo === undefined ? null : now - days(daysAgo))
    const form = personaForm(course, persona, index)
    const applied: Applied = {
      ...form,
      progress: {
        completedSteps: told.completedSteps,
        startedAt: createdAt + hours(2),
        submittedAt: ago(told.submittedDaysAgo),
        // An officer picks a form up before confirming it, and lets go of one sent back.
        pickedUpAt: ago(told.confirmedDaysAgo && told.confirmedDaysAgo + 1),
        revertedAt: ago(told.revertedDaysAgo),
        discrepancies: told.discrepancies ?? [],
        confirmedAt: ago(told.confirmedDaysAgo),
      },
      pendingSince: told.pendingHoursAgo === undefined ? undefined : now - hours(told.pendingHoursAgo),
    }
    add(id, userId, fullName, index, applied, officers)
    if (form.story.mode === 2) appointments.add(id, district, applied.progress)
    const [version] = portal.application.versionsOf(id)
    if (!version) return id
    const scrutinyEnds = course.schedule.find(({ key }) => key === 'scrutiny')!.closesAt!
    const params = {
      userId,
      number: version.number,
      at: formatDateTime(version.submittedAt, language),
      fingerprint: version.fingerprint.slice(0, 12),
      next: afterSubmission({ mode: told.story.mode ?? 1, isLate: false, by: scrutinyEnds }, language),
    }
    wrote('application-submitted', version.submittedAt, params, false)
    const { revertedAt, confirmedAt } = applied.progress
    if (revertedAt !== null) {
      const { application: act } = portal.nextActs.of({ candidateId: id }, now)
      const by = 'by' in act && act.by !== null ? formatDateTime(act.by, language) : ''
      wrote('application-reverted', revertedAt, { userId, by }, false)
    }
    if (confirmedAt !== null) {
      const confirmed = {
        userId,
        number: version.number,
        at: formatDateTime(confirmedAt, language),
        counts: translate(language, 'application:counts.lists'),
      }
      const centre = portal.centres.appointment(id)?.centre.name[language]
      if (centre) wrote('confirmed-at-centre', confirmedAt, { ...confirmed, centre }, false)
      else wrote('application-confirmed', confirmedAt, confirmed, false)
    }
    return id
  }
}

/** A persona's claims and answers. `index`: their place among the personas of the course. */
function personaForm(
  { form }: Course,
  { fullName, state, district, application }: Persona,
  index: number,
): { story: Story; answers: Answers } {
  const draw = drawFrom(index)
  const story = drawStory(form, draw, { ...plainStory, ...application?.story, fullName, state, district })
  const drawn = drawAnswers(form, story, draw)
  const own = application?.answers ?? {}
  const given = (step: (typeof questionSteps)[number]) =>
    Object.fromEntries(Object.entries({ ...drawn[step], ...own[step] }).filter(([, answer]) => answer !== ''))
  return { story, answers: Object.fromEntries(questionSteps.map((step) => [step, given(step)])) }
}
