import { expect, test } from 'vitest'
import { type Applicant, asha as ashaApplies, otherApplicants } from '#tests/journeys/applicants.ts'
import { applicant } from '#tests/support/applicant.ts'
import { openPortal } from '#tests/support/portal.ts'

type Condition = { question: string; is: string[]; after?: string }
type Question = {
  name: string
  kind: string
  label: string
  isRequired: boolean
  options?: { value: string; label: string; group?: string }[]
  reference?: string
  within?: string
  when?: Condition[]
}
type Section = { name: string; title: string; when?: Condition[]; questions: Question[] }

/**
 * A client that knows nothing about the form: it draws what the step answers, in order, and types what the person says
 * when asked by that name. A choice must be among the options that the server offers.
 */
function drawn(sections: readonly Section[], person: Readonly<Record<string, string>>): Record<string, string> {
  const typed: Record<string, string> = {}
  const isAsked = ({ when = [] }: { when?: Condition[] }) =>
    when.every(({ question, is, after }) =>
      after === undefined ? is.includes(typed[question] ?? '') : (typed[question] ?? '') > after,
    )
  for (const section of sections) {
    if (!isAsked(section)) continue
    expect(section.title).not.toBe('')
    for (const question of section.questions) {
      if (!isAsked(question)) continue
      const { name, label, options, within, isRequired } = question
      expect(label, name).not.toBe('')
      const said = person[name] ?? ''
      if (isRequired) expect(said, `${name} is asked of everybody`).not.toBe('')
      if (said === '') continue
      const offered = options?.filter(({ group }) => !within || group === undefined || group === typed[within])
      if (offered)
        expect(
          offered.map(({ value }) => value),
          name,
        ).toContain(said)
      typed[name] = said
    }
  }
  return typed
}

const nameOf = ({ course, type }: Applicant) => `${course} ${type}`
const everyone = [ashaApplies, ...otherApplicants]
const applicants = everyone.filter(
  (one, place) => everyone.findIndex((other) => nameOf(other) === nameOf(one)) === place,
)

test.each(applicants.map((one) => [nameOf(one), one] as const))(
  'a client draws and fills the form of %s from the answers of the API alone',
  async (_, { course, answers }) => {
    const portal = await openPortal({ slugs: [course] })
    const candidate = await applicant(portal)
    const lists = new Set<string>()
    for (const [slug, said] of Object.entries(answers)) {
      const { sections, version } = (await candidate.read(slug)).body.data as { sections: Section[]; version: number }
      const values = drawn(sections, said as Record<string, string>)
      for (const { reference } of sections.flatMap(({ questions }) => questions)) if (reference) lists.add(reference)
      const saved = await candidate.save(slug, values, { version })
      expect(saved.body, slug).toMatchObject({ data: { version: version + 1 } })
    }
    const names = (await portal.api('GET', 'reference')).body.data.map(({ list }: { list: string }) => list)
    expect(names).toEqual(expect.arrayContaining([...lists]))
  },
)

test('every list is served in both languages, and any cache may keep it', async () => {
  const portal = await openPortal()
  const { body } = await portal.api('GET', 'reference')
  expect(body.data).toContainEqual({ list: 'states', entries: expect.any(Number) })
  for (const { list, entries } of body.data as { list: string; entries: number }[]) {
    const answer = await portal.api('GET', `reference/${list}`)
    expect(answer.body.data, list).toHaveLength(entries)
    for (const { code, en, mr } of answer.body.data) {
      expect(code, list).toBeTruthy()
      expect(en, `${list} ${code}`).toBeTruthy()
      expect(mr, `${list} ${code}`).toBeTruthy()
    }
    expect(answer.headers.etag, list).toBeTruthy()
  }
  expect((await portal.api('GET', 'reference/nothing')).status).toBe(404)
})
