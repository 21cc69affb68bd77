import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { languages } from '#server/kernel/languages.ts'
import { hours, ist, seconds } from '#server/kernel/time.ts'
import { ashasAnswers, obc } from '#tests/support/answers.ts'
import { openWithApplicant, sendBack } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import { asha as anyAsha, browser, faultsOf, ravi, register, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { approve, propose } from '#tests/support/settings.ts'

const claim = ashasAnswers['type-of-candidature']
const details = ashasAnswers['type-details']
const open = { category: 'OPEN', ews: 'no', disability: 'no', defence: 'none', orphan: 'no', tfws: 'no' }

async function signedIn(slug = 'mbale', until: 'account' | 'complete' | 'submitted' = 'account') {
  const { portal, owner: asha } = await openWithApplicant({ until, slugs: [slug] })
  return { portal, asha, visitor: browser(portal, asha.cookies) }
}
const location = (answer: { headers: Record<string, unknown> }) => String(answer.headers.location).split('/').pop()
const words = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

describe('a step’s page, without JavaScript', () => {
  test('begins step 2 with the place of registration, and type A with Maharashtra', async () => {
    const { portal, asha, visitor } = await signedIn()
    const values = async () => viewOf<{ data: { values: object } }>(await visitor.get('type-details')).data.values
    await asha.save('type-of-candidature', claim)
    expect(await values()).toEqual({ sscState: 'MH', examState: 'MH', examDistrict: 'MH-pune' })
    portal.services.db.sqlite.prepare("UPDATE candidates SET state = 'KA', district = 'KA-belagavi'").run()
    expect(await values()).toEqual({ sscState: 'MH', examState: 'MH' })
    await asha.save('type-of-candidature', { ...claim, type: 'OMS' })
    expect(await values()).toEqual({ sscState: 'KA', examState: 'KA', examDistrict: 'KA-belagavi' })
    await asha.save('type-of-candidature', claim)
    await asha.save('type-details', { ...details, examDistrict: 'MH-satara', examTaluka: 'satara-karad' })
    expect(await values()).toMatchObject({ examDistrict: 'MH-satara' })
  })

  test('shows every type with its eligibility, the note on (*), and the button of rules §18.15', async () => {
    const { visitor } = await signedIn('scd')
    const page = words((await visitor.get('type-of-candidature')).text)
    expect(page).toContain('Fields marked (*) are mandatory.')
    expect(page).toContain('HSC Science with English, Physics, Chemistry and Mathematics')
    expect(page).toContain('Proceed')
    expect(page).toContain('E-scrutiny')
    await visitor.post('type-of-candidature', { version: '0', type: 'B' })
    expect(words((await visitor.get('type-details')).text)).toContain('Save and Proceed')
  })

  test('proposes the type by three questions without JavaScript, and saves nothing of their answers', async () => {
    const { asha, visitor } = await signedIn()
    type Shown = { form: { values: Record<string, string>; errors: unknown[] } | null; data: { values: object } }
    const find = async (place: string, domicile: string, service: string) => {
      const answers = { 'find-place': place, 'find-domicile': domicile, 'find-service': service }
      const page = await visitor.post('type-of-candidature', { version: '0', mode: '1', intent: 'find', ...answers })
      expect([page.status, viewOf<Shown>(page).data.values]).toEqual([200, {}])
      return { page, type: viewOf<Shown>(page).form?.values.type }
    }
    const found = await find('elsewhere', 'parent', 'none')
    expect(found.type).toBe('B')
    expect(words(found.page.text)).toContain('Chosen: Type B: domiciled in Maharashtra')
    // The press leads to the answer, which stands below the questions.
    const answer = /formaction="[^"#]*#([^"]+)"/i.exec(found.page.text)?.[1]
    expect(found.page.text).toContain(`id="${answer}"`)
    expect(found.page.text.indexOf(`id="${answer}"`)).toBeLessThan(found.page.text.indexOf('Chosen: Type B'))
    const several = await find('elsewhere', 'none', 'jk')
    expect(several.type).toBeUndefined()
    expect(words(several.page.text)).toContain('Read the types J-1, J-2, J-3, J-4 below')
    expect((await find('moon', '<b>', 'none')).type).toBeUndefined()
    const unfinished = await find('elsewhere', '', 'none')
    expect(unfinished.type).toBeUndefined()
    expect(words(unfinished.page.text)).toContain('Answer every question above; then we can propose your type')
    expect(words(found.page.text)).not.toContain('Answer every question above')
    const saved = await visitor.post('type-of-candidature', { version: '0', ...claim, 'find-place': 'elsewhere' })
    expect(location(saved)).toBe('type-details')
    expect((await asha.read('type-of-candidature')).body.data.values).toEqual(claim)
  })

  test('takes the type that the three answers propose when somebody goes straight on, and no other', async () => {
    const { asha, visitor } = await signedIn()
    const found = { 'find-place': 'elsewhere', 'find-domicile': 'parent', 'find-service': 'none' }
    const several = { ...found, 'find-domicile': 'none', 'find-service': 'jk' }
    expect((await visitor.post('type-of-candidature', { version: '0', mode: '1', ...several })).status).toBe(422)
    expect((await visitor.post('type-of-candidature', { version: '0', mode: '1', 'find-place': 'moon' })).status).toBe(
      422,
    )
    expect(location(await visitor.post('type-of-candidature', { version: '0', mode: '1', ...found }))).toBe(
      'type-details?domicile=parent',
    )
    expect((await asha.read('type-of-candidature')).body.data.values).toEqual({ mode: '1', type: 'B' })
    // A type that is claimed below takes precedence.
    await visitor.post('type-of-candidature', { version: '1', mode: '1', type: 'A', ...found })
    expect((await asha.read('type-of-candidature')).body.data.values).toMatchObject({ type: 'A' })
  })

  test('begins with the domicile of which the finder was told', async () => {
    const { asha, visitor } = await signedIn()
    const begins = async (type: string, domicile: string) => {
      await asha.save('type-of-candidature', { ...claim, type })
      const { values } = viewOf<{ data: { values: Record<string, string> } }>(
        await visitor.get(`type-details?domicile=${domicile}`),
      ).data
      return [values.tie, values.domicileHolder, values.domicile]
    }
    expect(await begins('A', 'self')).toEqual(['domicile', undefined, undefined])
    expect(await begins('A', 'birth-and-parent')).toEqual(['birth', undefined, undefined])
    expect(await begins('A', '<b>')).toEqual([undefined, undefined, undefined])
    expect(await begins('B', 'self')).toEqual([undefined, 'candidate', undefined])
    expect(await begins('B', 'parent')).toEqual([undefined, undefined, undefined])
    expect(await begins('OMS', 'none')).toEqual([undefined, undefined, 'no'])
    await asha.save('type-of-candidature', claim)
    await asha.save('type-details', { ...details, tie: 'birth' })
    expect(await begins('A', 'self')).toEqual(['birth', undefined, undefined])
    expect(
      location(await visitor.post('type-of-candidature', { version: '9', ...claim, 'find-domicile': 'moon' })),
    ).toBe('category-details')
  })

  test('says of a question that the finder has asked before that it is filled in from there, until the step is saved', async () => {
    const { asha, visitor } = await signedIn()
    const told = async (type: string, said: string, language = 'en') => {
      await asha.save('type-of-candidature', { ...claim, type })
      return words((await visitor.get(`type-details?domicile=${said}&lang=${language}`)).text)
    }
    const filled = 'Filled in from your answer in the first step.'
    for (const [type, said] of [
      ['A', 'self'],
      ['A', 'birth'],
      ['B', 'self'],
      ['OMS', 'none'],
    ] as const)
      expect([type, said, await told(type, said)]).toEqual([type, said, expect.stringContaining(filled)])
    expect(await told('A', 'self', 'mr')).toContain('पहिल्या टप्प्यातील तुमच्या उत्तरावरून भरले आहे.')
    expect(await told('B', 'parent')).toContain('You said in the first step that it is a parent. Choose which one.')
    expect(await told('A', 'parent')).not.toContain('in the first step that')
    expect(await told('A', '')).not.toContain(filled)
    await asha.save('type-of-candidature', claim)
    await asha.save('type-details', details)
    expect(await told('A', 'self')).not.toContain(filled)
  })

  test('does not list the states that type A does not allow', async () => {
    const { asha, visitor } = await signedIn()
    const states = async () => {
      const { sections } = viewOf<{
        data: { sections: { questions: { name: string; options?: { value: string }[] }[] }[] }
      }>(await visitor.get('type-details')).data
      const questions = sections.flatMap((section) => section.questions)
      return questions.filter(({ name }) => /^(ssc|exam)State$/.test(name)).map(({ options }) => options!.length)
    }
    await asha.save('type-of-candidature', claim)
    expect(await states()).toEqual([1, 1])
    await asha.save('type-of-candidature', { ...claim, type: 'OMS' })
    expect(await states()).toEqual([36])
  })

  test('saves, says so, and goes on to the next', async () => {
    const { visitor } = await signedIn()
    const saved = await visitor.post('type-of-candidature', { version: '0', ...claim })
    expect([saved.status, location(saved)]).toEqual([303, 'type-details'])
    const next = await visitor.get('type-details')
    expect(words(next.text)).toContain('Saved: Type of Candidature.')
    expect(words(next.text)).toContain('Step 2 of 9')
  })

  test('asks before it sends a step back to scrutiny as it was', async () => {
    const { portal, asha, visitor } = await signedIn('mbale', 'submitted')
    sendBack(portal, asha.id, [4])
    expect(words((await visitor.get('my-data')).text)).toContain(
      'you can change the steps that you are asked to correct',
    )
    const { values, version } = viewOf<{ data: { values: Record<string, string>; version: number } }>(
      await visitor.get('personal-details'),
    ).data
    const same = { ...values, version: String(version) }
    const asked = await visitor.post('personal-details', same)
    expect(asked.status).toBe(409)
    expect(words(asked.text)).toContain('You changed nothing. Save it as it is?')
    expect((await visitor.post('personal-details', { ...same, unchanged: 'yes' })).status).toBe(303)
  })

  test('returns a faulty form with everything typed', async () => {
    const { visitor } = await signedIn()
    await visitor.post('type-of-candidature', { version: '0', ...claim })
    const typed = { ...details, examTaluka: 'Atlantis' }
    const refused = await visitor.post('type-details', { version: '0', ...typed })
    expect(refused.status).toBe(422)
    expect(Object.keys(faultsOf(refused))).toEqual(['examTaluka'])
    expect(viewOf(refused).form?.values).toMatchObject(typed)
    expect(faultsOf(refused).examTaluka).toBe('“Atlantis” is not in the list. Choose from the whole list')
  })

  describe('what people write of a list is found', () => {
    const toCategory = async () => {
      const she = await signedIn()
      await she.visitor.post('type-of-candidature', { version: '0', ...claim })
      await she.visitor.post('type-details', { version: '0', ...details })
      return she
    }
    const claimed = { ...ashasAnswers['category-details'], ...obc }
    const taluka = (text: string) => /<select[^>]* name="examTaluka".*?<\/select>/.exec(text)?.[0] ?? ''

    test.each(['माळी', 'mali', ' Mali ', 'MALI', 'माली', 'maali', 'Mali, Phulmali, Jire Mali, Savata Mali'])(
      'the caste “%s”, which is named on the next page where another name was typed',
      async (typed) => {
        const { asha, visitor } = await toCategory()
        const saved = await visitor.post('category-details', { version: '0', ...claimed, caste: typed })
        const { caste } = (await asha.read('category-details')).body.data.values
        expect([saved.status, caste]).toEqual([303, 'OBC-mali'])
        const flash = String(saved.headers['set-cookie']).match(/flash=([^;]+)/)?.[1] ?? ''
        const told = Buffer.from(flash, 'base64url').toString()
        const isOwn = typed.startsWith('Mali, ')
        expect(told.includes('Caste or tribe: Mali, Phulmali')).toBe(!isOwn)
      },
    )

    test('several are offered as choices, of which one can be sent; nothing else of the form is lost', async () => {
      const { asha, visitor } = await toCategory()
      const typed = { version: '0', ...ashasAnswers['category-details'], category: 'ST', caste: 'Tadvi' }
      const refused = await visitor.post('category-details', typed)
      expect(refused.status).toBe(422)
      expect(faultsOf(refused).caste).toContain('“Tadvi” is not in the list in these words')
      const select = /<select[^>]* name="caste".*?<\/select>/.exec(refused.text)![0]
      const [near = '', all = ''] = select.split('<optgroup').slice(1)
      expect([...near.matchAll(/value="([^"]+)"/g)].map(([, value]) => value)).toEqual(
        expect.arrayContaining(['ST-bhil', 'ST-dhanka']),
      )
      expect(near).not.toContain('OBC-')
      expect(all).toContain('value="ST-andh"')
      expect(select).not.toContain('OBC-')
      expect(viewOf(refused).form?.values).toMatchObject({ casteCertificateNumber: typed.casteCertificateNumber })
      expect((await visitor.post('category-details', { ...typed, caste: 'ST-bhil' })).status).toBe(303)
      expect((await asha.read('category-details')).body.data.values.caste).toBe('ST-bhil')
    })

    test('hostile words find nothing and break nothing', async () => {
      const { visitor } = await signedIn()
      await visitor.post('type-of-candidature', { version: '0', ...claim })
      for (const examTaluka of [
        '"><script>alert(1)</script>',
        "' OR 1=1",
        '__proto__',
        '.*',
        '%00',
        'अ'.repeat(200),
        '((((',
      ]) {
        const refused = await visitor.post('type-details', { version: '0', ...details, examTaluka })
        expect([examTaluka, refused.status]).toEqual([examTaluka, 422])
        expect(Object.keys(faultsOf(refused))).toEqual(['examTaluka'])
        expect(refused.text).not.toContain('<script>alert')
        expect(taluka(refused.text)).toContain('value="pune-haveli"')
        expect(taluka(refused.text)).not.toContain('value="satara-karad"')
      }
    })

    test.each([
      ['puna', 'pune-pune-city'],
      ['Pune city', 'pune-pune-city'],
      ['Haweli', 'pune-haveli'],
      ['हवेलि', 'pune-haveli'],
    ])('the taluka “%s”', async (typed, code) => {
      const { asha, visitor } = await signedIn()
      await visitor.post('type-of-candidature', { version: '0', ...claim })
      await visitor.post('type-details', { version: '0', ...details, examTaluka: typed })
      expect((await asha.read('type-details')).body.data.values.examTaluka).toBe(code)
    })
  })

  test('marks as required only what is asked by the answers that are known', async () => {
    const { visitor } = await signedIn()
    await visitor.post('type-of-candidature', { version: '0', ...claim })
    await visitor.post('type-details', { version: '0', ...details })
    const field = (text: string, name: string) =>
      new RegExp(`<(?:input|select)[^>]* name="${name}"[^>]*>`).exec(text)![0]
    const first = (await visitor.get('category-details')).text
    expect(field(first, 'caste')).not.toContain('required')
    expect(field(first, 'category')).toContain('required')
    const noCaste = { ...ashasAnswers['category-details'], ...obc, caste: '' }
    const refused = (await visitor.post('category-details', { version: '0', ...noCaste })).text
    expect(field(refused, 'caste')).toContain('required')
  })

  test('links the error summary to its questions', async () => {
    const { visitor } = await signedIn()
    await visitor.post('type-of-candidature', { version: '0', ...claim })
    await visitor.post('type-details', { version: '0', ...details })
    const summary = words((await visitor.post('category-details', { version: '0', category: 'OPEN' })).text)
    expect(summary).toContain('Do you claim a defence seat? Choose one')
    const personal = words((await visitor.post('type-details', { version: '1', ...details, examVillage: '' })).text)
    expect(personal).toContain('Village or city where you passed it: Answer this question')
  })

  test('says “only if” at a dependent question, and ignores it where it does not apply', async () => {
    const { asha, visitor } = await signedIn()
    await visitor.post('type-of-candidature', { version: '0', ...claim })
    await visitor.post('type-details', { version: '0', ...details })
    const page = words((await visitor.get('category-details')).text)
    expect(page).toContain('Answer only if “Category” is not: Open.')
    expect(page).toContain('Answer only if “Do you have the validity certificate?” is: I have it.')
    const saved = await visitor.post('category-details', { version: '0', ...open, casteCertificateNumber: 'left over' })
    expect(location(saved)).toBe('qualifications-details')
    expect((await asha.read('category-details')).body.data.values).toEqual(open)
  })

  test('says beside a claim which certificate proves it, and gives that to screen readers with the question', async () => {
    const { visitor } = await signedIn()
    await visitor.post('type-of-candidature', { version: '0', ...claim })
    await visitor.post('type-details', { version: '0', ...details })
    const { text } = await visitor.get('category-details')
    for (const [question, hint] of [
      ['disability', 'As on the disability certificate or UDID card.'],
      ['orphan', 'Only with an orphan certificate of the Women and Child Development Department (Proforma U).'],
    ] as const) {
      const fieldset = new RegExp(`<fieldset[^>]* aria-describedby="f-${question}-hint">.*?</fieldset>`).exec(text)?.[0]
      expect(fieldset, question).toContain(`<p class="hint" id="f-${question}-hint">${hint}</p>`)
    }
  })

  test('names the family income below which a claim counts in this season', async () => {
    const { portal, visitor } = await signedIn()
    await visitor.post('type-of-candidature', { version: '0', ...claim })
    await visitor.post('type-details', { version: '0', ...details })
    const limits = async (language: string) =>
      words((await visitor.get(`category-details?lang=${language}`)).text).match(/₹[\d,]+/g)
    expect(await limits('en')).toEqual(['₹8,00,000', '₹8,00,000'])
    await propose(portal, await atDesk(portal, 'admin', 'first'), 'limits', { familyIncomeLimit: '600000' })
    expect((await approve(portal, await atDesk(portal, 'admin', 'second'), 'limits')).status).toBe(303)
    for (const language of languages) expect(await limits(language)).toEqual(['₹6,00,000', '₹6,00,000'])
  })

  test('asks before it saves a change that opens later steps, and makes it after consent', async () => {
    const { portal, asha, visitor } = await signedIn()
    await asha.complete({
      ...ashasAnswers,
      'qualifications-details': { ...ashasAnswers['qualifications-details'], degreeMarks: '2600' },
    })
    const before = await portal.contents()
    const asked = await visitor.post('category-details', { version: '1', ...open })
    expect(asked.status).toBe(409)
    const said = words(asked.text)
    expect(said).toContain('This change reopens later steps')
    expect(said).toContain('₹1,000 has been paid. The fee will be ₹1,200, so ₹200 more will be due.')
    expect(viewOf(asked).form?.confirm).toMatchObject({ name: 'reopens', value: 'documents-details payment' })
    expect(/<button[^>]*name="reopens"[^>]*>/.exec(asked.text)?.[0]).toContain('documents-details payment')
    expect(viewOf(asked).title).not.toMatch(/^Error/)
    expect(await portal.contents()).toBe(before)
    const agreed = await visitor.post('category-details', {
      version: '1',
      ...open,
      reopens: 'documents-details payment',
    })
    expect(location(agreed)).toBe('documents-details')
    const dashboard = words((await visitor.get('dashboard')).text)
    expect(dashboard).toContain('Open again because an earlier answer changed')
  })

  test('asks about years that follow each other sooner than usual, once, and takes them as they are', async () => {
    const { asha, visitor } = await signedIn()
    for (const step of ['type-of-candidature', 'type-details', 'category-details'] as const)
      await asha.save(step, ashasAnswers[step])
    const answers = { ...ashasAnswers['qualifications-details'], hscYear: '2020' }
    const asked = await visitor.post('qualifications-details', { version: '0', ...answers })
    expect(asked.status).toBe(409)
    expect(words(asked.text)).toContain('HSC in 2020, degree in 2023: by its duration the degree usually comes 4 years')
    const { name, value } = viewOf(asked).form!.confirm!
    expect(name).toBe('sure')
    // Other years need their own answer.
    const other = await visitor.post('qualifications-details', {
      version: '0',
      ...answers,
      hscYear: '2021',
      sure: value,
    })
    expect([other.status, viewOf(other).form?.confirm?.value]).toEqual([409, 'degree-after-hsc:2021:2023:4'])
    expect((await asha.read('qualifications-details')).body.data.version).toBe(0)
    const agreed = await visitor.post('qualifications-details', { version: '0', ...answers, sure: value })
    expect([agreed.status, location(agreed)]).toEqual([303, 'personal-details'])
    // A later change of something else does not ask again; the birth date of the next step is asked about by itself.
    const again = await visitor.post('qualifications-details', { version: '1', ...answers, college: 'Another College' })
    expect(again.status).toBe(303)
    const born = { ...ashasAnswers['personal-details'], dateOfBirth: '2004-01-31' }
    const young = await visitor.post('personal-details', { version: '0', ...born })
    expect(viewOf(young).form?.confirm?.lines).toEqual([
      'Born in 2004, SSC in 2017: SSC is usually passed at 15 or 16.',
    ])
  })

  test('carries years that were agreed to through the question about later steps', async () => {
    const { visitor } = await signedIn('mbale', 'complete')
    const answers = { ...ashasAnswers['qualifications-details'], hscYear: '2020', degreeResult: 'cgpa' }
    const { degreeMarks: _, degreeOutOf: __, ...byCgpa } = answers
    const posted = { version: '1', ...byCgpa, cgpa: '8.1', cgpaScale: '10', cgpaPercentage: '72' }
    const asked = await visitor.post('qualifications-details', posted)
    const { value } = viewOf(asked).form!.confirm!
    const opens = await visitor.post('qualifications-details', { ...posted, sure: value })
    expect(viewOf(opens).form?.confirm).toMatchObject({ name: 'reopens', value: 'documents-details' })
    expect(opens.text).toContain(`<input type="hidden" name="sure" value="${value}"/>`)
    const done = await visitor.post('qualifications-details', { ...posted, sure: value, reopens: 'documents-details' })
    expect(done.status).toBe(303)
  })

  test('shows the talukas as a list at once, of every district, so that another one can be chosen without a script', async () => {
    const { asha, visitor } = await signedIn()
    await visitor.post('type-of-candidature', { version: '0', ...claim })
    const taluka = async () =>
      /<select[^>]* name="examTaluka".*?<\/select>/.exec((await visitor.get('type-details')).text)?.[0] ?? ''
    const first = await taluka()
    expect(first).toContain('value="pune-haveli"')
    expect(first).toContain('value="satara-karad"')
    const { examTaluka: _, ...others } = details
    const saved = await visitor.post('type-details', { version: '0', ...others, examTaluka: 'pune-haveli' })
    expect(saved.status).toBe(303)
    expect((await asha.read('type-details')).body.data.values.examTaluka).toBe('pune-haveli')
    const known = await taluka()
    expect(known).toContain('<option value="pune-haveli" selected="">')
    expect(known).toContain('<option value="satara-karad">')
    // One chosen for another district is named by its words.
    const moved = { version: '1', ...details, examDistrict: 'MH-satara', examTaluka: 'pune-haveli' }
    expect(words((await visitor.post('type-details', moved)).text)).toContain('“Haveli” belongs to Pune.')
  })

  test.each([
    ['सीबीएसई नागपूर', 'CBSE'],
    ['CBSE Nagpur', 'CBSE'],
    ['C.B.S.E., Nagpur', 'CBSE'],
    ['ICSE Mumbai', 'CISCE'],
  ])('a board with the town of its school is found: “%s”', async (sscBoard, code) => {
    const { asha, visitor } = await signedIn()
    for (const step of ['type-of-candidature', 'type-details', 'category-details'] as const)
      await asha.save(step, ashasAnswers[step])
    const posted = { version: '0', ...ashasAnswers['qualifications-details'], sscBoard }
    expect((await visitor.post('qualifications-details', posted)).status).toBe(303)
    expect((await asha.read('qualifications-details')).body.data.values.sscBoard).toBe(code)
  })

  test('the question where examinations were passed says what counts for other boards', async () => {
    const { visitor } = await signedIn()
    for (const [language, said] of [
      ['en', 'a CBSE or ICSE school in Maharashtra is in Maharashtra'],
      ['mr', 'महाराष्ट्रातील सीबीएसई किंवा आयसीएसई शाळाही महाराष्ट्रातीलच'],
    ])
      expect(words((await visitor.get(`type-of-candidature?lang=${language}`)).text)).toContain(said)
  })

  test('says to which category a caste belongs, and to which district a taluka', async () => {
    const { asha, visitor } = await signedIn()
    for (const step of ['type-of-candidature', 'type-details'] as const) await asha.save(step, ashasAnswers[step])
    const { caste: _, ...others } = ashasAnswers['category-details'] as Record<string, string>
    const typed = { version: '0', ...others, ...obc, category: 'OBC' }
    const listed = await visitor.post('category-details', { ...typed, caste: 'Mahaar' })
    expect(listed.status).toBe(422)
    expect(words(listed.text)).toContain('“Mahaar” belongs to Scheduled Caste (SC). Choose that first if it is right')
    const named = await visitor.post('category-details', { ...typed, caste: 'OBC-other', casteName: 'Mahar' })
    expect(viewOf(named).form?.confirm?.lines).toEqual([
      'Mahar belongs to the category Scheduled Caste (SC) in the list. Choose that category if your certificate names it.',
    ])
    const sure = viewOf(named).form!.confirm!.value
    const kept = await visitor.post('category-details', { ...typed, caste: 'OBC-other', casteName: 'Mahar', sure })
    expect(kept.status).toBe(303)
    const elsewhere = { version: '1', ...details, examDistrict: 'MH-satara', examTaluka: 'Baramati' }
    expect(words((await visitor.post('type-details', elsewhere)).text)).toContain('“Baramati” belongs to Pune.')
  })

  test('a program that cannot be asked saves such years', async () => {
    const { asha } = await signedIn()
    for (const step of ['type-of-candidature', 'type-details', 'category-details'] as const)
      await asha.save(step, ashasAnswers[step])
    const answers = { ...ashasAnswers['qualifications-details'], hscYear: '2020' }
    expect((await asha.save('qualifications-details', answers)).status).toBe(200)
  })

  test('shows the date of a concurrent save as dates are written', async () => {
    const { asha, visitor } = await signedIn('mbale', 'complete')
    const category = ashasAnswers['category-details']
    await asha.save('category-details', { ...category, casteCertificateDate: '2018-06-12' })
    const stale = await visitor.post('category-details', {
      version: '1',
      ...category,
      casteCertificateDate: '2018-06-10',
    })
    expect(faultsOf(stale).casteCertificateDate).toContain('“12 Jun 2018”')
  })

  test('that can only be read shows dates and amounts as people write them', async () => {
    const { portal, visitor } = await signedIn('mbale', 'complete')
    portal.clock.set(ist('2024-08-15 12:00'))
    const page = words((await visitor.get('personal-details')).text)
    expect(page).toContain('31 May 2001')
    expect(page).toMatch(/₹\d,\d\d,\d{3}/)
  })

  test('the open registration has the mark of the dates for whoever has not submitted, and for nobody else', async () => {
    const { asha, visitor } = await signedIn('mbale', 'complete')
    const marked = async () => {
      const { text } = await visitor.get('dashboard?lang=en')
      return [...text.matchAll(/<li class="now"><span class="what">([^<]*)/g)].map(([, what]) => what)
    }
    expect(await marked()).toContainEqual(expect.stringMatching(/^Registration/))
    expect((await asha.submit()).status).toBe(200)
    expect(await marked()).not.toContainEqual(expect.stringMatching(/^Registration/))
  })

  test('a returned form with steps opened by a change can be sent after registration closed', async () => {
    const { portal, asha, visitor } = await signedIn('mbale', 'submitted')
    portal.clock.set(ist('2024-08-15 12:00'))
    sendBack(portal, asha.id, [2])
    portal.clock.advance(1000)
    const asked = await asha.save('category-details', open)
    expect((await asha.save('category-details', open, { reopens: asked.body.reopens })).status).toBe(200)
    const page = words((await visitor.get('dashboard')).text)
    expect(page).toContain('Correct your form and submit it again')
    expect(page).toContain('By 16 Aug 2024, 17:00')
    expect(page).toContain('Open again because an earlier answer changed')
    expect(page).not.toContain('not considered.')
  })

  test('a submitted form at a centre says that its change opened steps again, and until when', async () => {
    const { portal, asha, visitor } = await signedIn()
    await asha.complete({ ...ashasAnswers, 'type-of-candidature': { ...claim, mode: '2' } })
    await asha.submit()
    portal.clock.set(ist('2024-08-15 12:00'))
    const asked = await asha.save('category-details', open)
    await asha.save('category-details', open, { reopens: asked.body.reopens })
    expect(words((await visitor.get('dashboard')).text)).toContain('Complete them by 16 Aug 2024, 17:00')
    portal.clock.set(ist('2024-08-16 17:00'))
    expect(words((await visitor.get('dashboard')).text)).toContain(
      'Scrutiny of your form ended on 16 Aug 2024, 17:00, and it had not been confirmed.',
    )
  })

  test('a stale tab stays stale while its other mistakes are corrected', async () => {
    const { visitor, asha } = await signedIn()
    await visitor.post('type-of-candidature', { version: '0', ...claim })
    await asha.save('type-details', details)
    const bad = await visitor.post('type-details', { version: '0', ...details, examVillage: '' })
    expect(bad.status).toBe(422)
    const { version } = viewOf(bad).form!.values
    expect(bad.text).toContain('name="version" value="0"')
    const mended = await visitor.post('type-details', { version: version!, ...details, examVillage: 'Lohegaon' })
    expect(mended.status).toBe(409)
    expect((await asha.read('type-details')).body.data.values.examVillage).toBe('Wagholi')
  })

  test('a stale tab shows both answers, keeps its entries, and saves on the newest version', async () => {
    const { asha, visitor } = await signedIn()
    await visitor.post('type-of-candidature', { version: '0', ...claim })
    await asha.save('type-details', details)
    const mine = { ...details, examVillage: 'Lohegaon' }
    const stale = await visitor.post('type-details', { version: '0', ...mine })
    expect(stale.status).toBe(409)
    expect(faultsOf(stale)).toEqual({
      examVillage: 'Saved there: “Wagholi”. Your answer is still in the field.',
    })
    expect(stale.text).toContain('value="Lohegaon"')
    expect(stale.text).toContain('name="version" value="1"')
    expect((await visitor.post('type-details', { version: '1', ...mine })).status).toBe(303)
    expect((await asha.read('type-details')).body.data.values.examVillage).toBe('Lohegaon')
  })

  test('after registration has closed the answers can be read, with the time of closing', async () => {
    const { portal, visitor } = await signedIn()
    await visitor.post('type-of-candidature', { version: '0', ...claim })
    portal.clock.set(ist('2024-08-14 17:00'))
    const page = await visitor.get('type-of-candidature')
    expect(page.status).toBe(200)
    expect(words(page.text)).toContain('Registration closed on 14 Aug 2024, 17:00.')
    expect(words(page.text)).toContain('Type A: studied in Maharashtra')
    expect(page.text).not.toContain('name="type"')
    expect((await visitor.post('type-of-candidature', { version: '1', ...claim })).status).toBe(422)
  })

  test('after registration has closed the photographs, documents and the fee show that time too', async () => {
    const { portal, asha, visitor } = await signedIn()
    await asha.complete(ashasAnswers, 0)
    // Its receipt may already be on record.
    portal.services.db.sqlite.exec('PRAGMA foreign_keys = OFF; DELETE FROM payments; PRAGMA foreign_keys = ON')
    portal.services.application.reconsider(asha.id)
    portal.clock.set(ist('2024-08-14 17:00'))
    for (const slug of ['photo-details', 'documents-details', 'payment']) {
      const page = words((await visitor.get(slug)).text)
      expect(page, slug).toContain('Registration closed on 14 Aug 2024, 17:00.')
      expect(page, slug).not.toContain('nothing was saved')
    }
  })
})

describe('checking and submitting, without JavaScript', () => {
  test('shows every answer, one link a step to change it, the OTP, the declaration, and the confirmation', async () => {
    const { portal, asha, visitor } = await signedIn('mbale', 'complete')
    const check = await visitor.get('print-pdf')
    expect(words(check.text)).toContain('Your form is NOT submitted yet')
    expect(words(check.text)).toContain('Submit it by 14 Aug 2024, 17:00.')
    for (const slug of Object.keys(ashasAnswers))
      expect(check.text.split(`href="${portal.base}${slug}" aria-label="Change`), slug).toHaveLength(2)
    expect(words(check.text)).toContain(`Full name ${asha.person.fullName}`)
    expect(words(check.text)).toMatch(/\(\d\d\.\d\d %\)/)
    expect(check.text).toContain(`href="${portal.base}documents/view/photo" aria-label="Photograph: Uploaded"`)
    expect(check.text).toContain(`src="${portal.base}documents/view/ssc-marksheet/thumbnail?at=`)
    // Documents come in the order of their step; a paid fee has no link to change it.
    expect(words(check.text)).toMatch(/Proof of Indian nationality .* SSC \(10th\) marksheet .* Degree marksheets/)
    expect(check.text).not.toContain(`href="${portal.base}payment#`)

    // An address that is not proved can be proved from here.
    expect(words(check.text)).toContain('Not verified Send verification link')
    expect(location(await visitor.post('print-pdf', { intent: 'verify-email' }))).toBe('print-pdf')
    expect(words((await visitor.get('print-pdf')).text)).toContain('A link has been sent to')

    const sent = await visitor.post('print-pdf', { intent: 'otp' })
    expect(location(sent)).toBe('print-pdf?step=otp')
    // The answers stay in sight, and the OTP is asked for below them.
    const asks = (await visitor.get('print-pdf?step=otp')).text
    expect(asks.indexOf('id="submit"')).toBeGreaterThan(asks.indexOf('aria-label="Change: '))
    expect(asks.indexOf('name="otp"')).toBeGreaterThan(asks.indexOf('id="submit"'))
    // Another OTP takes back neither the tick nor the place on the page.
    portal.clock.advance(seconds(30))
    const again = await visitor.post('print-pdf?step=otp', { intent: 'resend', declaration: 'true', otp: '1' })
    expect(again.status).toBe(200)
    expect(again.text).toMatch(/<input[^>]*name="declaration"[^>]*checked/)
    expect(again.text).toContain('name="otp"')
    const otp = await portal.otpFor(asha.person.mobile)
    const withoutDeclaration = await visitor.post('print-pdf?step=otp', { password: asha.person.password, otp })
    expect(faultsOf(withoutDeclaration)).toEqual({ declaration: 'Tick the declaration' })
    const proof = { declaration: 'true', password: asha.person.password, otp }
    expect((await visitor.post('print-pdf?step=otp', proof)).status).toBe(303)

    const done = words((await visitor.get('print-pdf')).text)
    expect(done).toContain('Your form is submitted')
    expect(done).toContain(asha.userId)
    expect(done).toContain('A scrutiny officer will check it by 16 Aug 2024, 17:00.')
    expect(done).toContain('Unlock the form to change it')
    expect(done).toContain('9 of 9 steps are complete')
    const closed = words((await visitor.get('photo-details')).text)
    expect(closed).toContain('To change it, unlock it first: open “Print Form”.')
    // The steps are folded now, each with the number of its answers.
    expect(done).toContain('Type of Candidature: 2 entries')
    // A second submission finds it done.
    expect((await visitor.post('print-pdf?step=otp', proof)).status).toBe(303)
    expect(portal.rows().application_versions).toBe(1)
    expect(words((await visitor.get('print-pdf?version=1')).text)).toContain('This is version 1')
    expect(location(await visitor.get('print-pdf?version=2'))).toBe('print-pdf')
  })

  test('a form that nobody confirmed in time is not shown as done, and cannot be unlocked', async () => {
    const { portal, visitor } = await signedIn('mbale', 'submitted')
    portal.clock.set(ist('2024-08-16 17:00'))
    const page = await visitor.get('print-pdf')
    expect(words(page.text)).toContain('Your form was submitted, but NOT confirmed')
    expect(page.text).not.toContain('banner ok')
    const closed = words((await visitor.get('photo-details')).text)
    expect(closed).toContain('You can read and print it, but you cannot change it now.')
  })

  test('takes it back', async () => {
    const { portal, asha, visitor } = await signedIn('mbale', 'submitted')
    portal.clock.advance(31_000)
    expect(words((await visitor.get('print-pdf')).text)).toContain('Submit it again by 14 Aug 2024, 17:00, or')
    expect(words((await visitor.get('my-data')).text)).toContain('You can still unlock it')
    expect(location(await visitor.post('print-pdf', { intent: 'unlock' }))).toBe('print-pdf?step=unlock')
    const otp = await portal.otpFor(asha.person.mobile)
    expect((await visitor.post('print-pdf?step=unlock', { password: asha.person.password, otp })).status).toBe(303)
    expect(words((await visitor.get('print-pdf')).text)).toContain('Your form is unlocked.')
    expect(await asha.details()).toMatchObject({ lock_form: 0 })
  })

  test('changes its scrutiny mode after naming the consequence', async () => {
    const { portal, asha, visitor } = await signedIn('mbale', 'complete')
    expect(words((await visitor.get('print-pdf')).text)).not.toContain('Change the scrutiny mode')
    await asha.submit()
    portal.clock.advance(31_000)
    expect(words((await visitor.get('print-pdf')).text)).toContain('You can change answers until a centre confirms it')
    const asked = await visitor.post('print-pdf', { intent: 'mode', mode: '2' })
    expect(location(asked)).toBe('print-pdf?step=mode')
    const otp = await portal.otpFor(asha.person.mobile)
    const proof = { mode: '2', password: asha.person.password, otp }
    expect(location(await visitor.post('print-pdf?step=mode', proof))).toBe('print-pdf')
    const done = words((await visitor.get('print-pdf')).text)
    expect(done).toContain('The scrutiny mode is changed.')
    expect(done).toContain('The form is locked at once')
    expect(await asha.details()).toMatchObject({ mode: 2, lock_form: 0 })
    // A second request finds it done.
    expect((await visitor.post('print-pdf?step=mode', proof)).status).toBe(303)
  })

  test('no OTP is sent for an act that is not possible', async () => {
    const { portal, visitor } = await signedIn('mbale', 'complete')
    portal.clock.set(ist('2024-08-14 17:00'))
    const before = portal.rows().otps
    expect((await visitor.post('print-pdf', { intent: 'otp' })).status).toBe(422)
    expect((await visitor.post('print-pdf', { intent: 'unlock' })).status).toBe(409)
    expect((await visitor.post('print-pdf', { intent: 'mode', mode: '2' })).status).toBe(409)
    expect(portal.rows().otps).toBe(before)
  })
})

describe('a form that is sent after its session has ended, without JavaScript', () => {
  const typed = { ...details, examVillage: 'लोहगाव' }
  async function sentTooLate() {
    const { portal, visitor, asha } = await signedIn()
    await visitor.post('type-of-candidature', { version: '0', ...claim })
    portal.clock.advance(hours(12))
    const away = await visitor.post('type-details', { version: '0', ...typed })
    return { portal, visitor, asha, away }
  }
  const logIn = (visitor: ReturnType<typeof browser>, person = anyAsha) =>
    visitor.post('login', { userId: person.mobile, password: person.password })

  test('comes back once its owner has logged in, is sent again, and is then gone', async () => {
    const { visitor, away } = await sentTooLate()
    expect([away.status, away.headers.location]).toEqual([
      303,
      '/mbale/candidate/home?next=%2Fmbale%2Fcandidate%2Ftype-details',
    ])
    await logIn(visitor)
    const back = await visitor.get('type-details')
    const { values, message } = viewOf(back).form!
    expect(values).toMatchObject(typed)
    expect(values).not.toHaveProperty('_csrf')
    expect(message).toContain('Your session had ended')
    expect(back.text).toContain('value="लोहगाव"')
    expect((await visitor.post('type-details', { ...values })).status).toBe(303)
    expect(viewOf(await visitor.get('type-details')).form).toBeNull()
  })

  describe('that is too large for a cookie', () => {
    /** Letters that do not compress into a cookie. */
    const long = Array.from({ length: 200 }, (_, n) => createHash('sha256').update(String(n)).digest('base64')).join(
      ' ',
    )
    const keptRows = (portal: TestPortal) => portal.services.db.sqlite.prepare('SELECT * FROM kept_forms').all()
    async function longSentTooLate() {
      const sent = await sentTooLate()
      await sent.visitor.post('type-details', { version: '0', ...typed, examVillage: long })
      return sent
    }

    test('comes back once its owner has logged in', async () => {
      const { portal, visitor } = await longSentTooLate()
      expect(JSON.stringify([visitor.jar, keptRows(portal)])).not.toContain(long.slice(0, 40))
      await logIn(visitor)
      expect(viewOf(await visitor.get('type-details')).form!.values).toMatchObject({ ...typed, examVillage: long })
      expect(viewOf(await visitor.get('type-details')).form).toBeNull()
    })

    test('is not shown to another candidate on the same device', async () => {
      const { portal, visitor } = await longSentTooLate()
      await register(portal, ravi)
      await logIn(visitor, ravi)
      await visitor.post('type-of-candidature', { version: '0', ...claim })
      expect(viewOf(await visitor.get('type-details')).form).toBeNull()
    })

    test('is gone after an hour', async () => {
      const { portal, visitor } = await longSentTooLate()
      portal.clock.advance(hours(1))
      await logIn(visitor)
      expect(viewOf(await visitor.get('type-details')).form).toBeNull()
      portal.services.keptForms.purge()
      expect(keptRows(portal)).toEqual([])
    })

    test('is kept at most three times for one candidate, newest first', async () => {
      const { portal, visitor } = await longSentTooLate()
      for (let n = 0; n < 5; n++) {
        await visitor.post('type-details', { version: '0', ...typed, examVillage: `${n} ${long}` })
      }
      expect(keptRows(portal)).toHaveLength(3)
      await logIn(visitor)
      expect(viewOf(await visitor.get('type-details')).form!.values.examVillage).toBe(`4 ${long}`)
    })
  })

  test('is not shown to another candidate on the same device', async () => {
    const { portal, visitor } = await sentTooLate()
    await register(portal, ravi)
    await logIn(visitor, ravi)
    await visitor.post('type-of-candidature', { version: '0', ...claim })
    const page = await visitor.get('type-details')
    expect(viewOf(page).form).toBeNull()
    expect(page.text).not.toContain('लोहगाव')
    await logIn(visitor)
    expect(viewOf(await visitor.get('type-details')).form).toBeNull()
  })

  test('is not kept without a login, and passwords are never kept', async () => {
    const { visitor, away } = await sentTooLate()
    expect(visitor.jar.mbale_form).toBeDefined()
    expect(away.text + JSON.stringify(visitor.jar)).not.toContain('लोहगाव')
    const proof = { declaration: 'true', password: 'Secret123', otp: '123456' }
    await visitor.post('print-pdf', proof)
    await logIn(visitor)
    const kept = (await visitor.get('print-pdf')).status
    expect(kept).toBe(303)
    const { portal } = await signedIn()
    const stranger = browser(portal)
    await stranger.post('type-details', { version: '0', ...typed })
    expect(stranger.jar.mbale_form).toBeUndefined()
  })
})
