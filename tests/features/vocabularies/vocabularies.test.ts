import { expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { ist } from '#server/kernel/time.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { applicant } from '#tests/support/applicant.ts'
import { tableKeeper } from '#tests/support/imports.ts'
import { browser, openPortal, ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { propose } from '#tests/support/settings.ts'

const header = 'list,code,group,name_en,name_mr,first_day,last_day'
const file = (...lines: string[]) => [header, ...lines].join('\n')

type Entry = { code: string; en: string; mr: string; group?: string }
const listed = async (portal: TestPortal, list: string): Promise<Map<string, Entry>> => {
  const { body } = await portal.api('GET', `reference/${list}`)
  return new Map((body.data as Entry[]).map((entry) => [entry.code, entry]))
}

const withCaste = (caste: string) => ({ ...ashasAnswers['category-details'], caste })

test('what two people put in force is offered from its first to its last day, and answers given before stay', async () => {
  const portal = await openPortal({ at: ist('2024-08-05 10:00') })
  const [keeper, second] = [await tableKeeper(portal), await tableKeeper(portal, 'second')]
  const her = await applicant(portal)
  await her.answer()
  const read = await keeper.bring(
    'vocabularies',
    file(
      'castes,SC-mahar,SC,Mahar,महार,,2024-08-04',
      'castes,SC-new,SC,A new entry,नवी नोंद,2024-08-05,',
      'castes,SC-late,SC,A later entry,नंतरची नोंद,2024-08-07,2024-08-07',
      'universities,sppu,MH,Pune University,पुणे विद्यापीठ,,',
    ),
  )
  expect(read).toMatchObject({ state: 'prepared', mayApply: false, counts: { new: 2, changed: 2 } })
  const { changes } = (await second.report(`${read.address}?change=changed`)) as unknown as {
    changes: { key: string; touched: number }[]
  }
  expect(changes.map(({ key, touched }) => [key, touched])).toEqual([
    ['castes SC-mahar', 1],
    ['universities sppu', 1],
  ])
  expect((await keeper.apply(read.address)).status).toBe(403)
  expect((await listed(portal, 'universities')).get('sppu')!.en).toBe('Savitribai Phule Pune University')
  expect((await second.apply(read.address)).status).toBe(303)

  expect((await listed(portal, 'universities')).get('sppu')).toMatchObject({ en: 'Pune University', mr: 'पुणे विद्यापीठ' })
  for (const university of ['SPPU', 'University of Poona', 'Savitribai Phule Pune University']) {
    const answered = { ...ashasAnswers['qualifications-details'], university }
    expect((await her.save('qualifications-details', answered)).status, `still found as ${university}`).toBe(200)
    expect((await her.read('qualifications-details')).body.data.values.university).toBe('sppu')
  }
  const castes = await listed(portal, 'castes')
  expect([castes.has('SC-mahar'), castes.get('SC-new')?.group, castes.has('SC-late')]).toEqual([false, 'SC', false])

  const him = await applicant(portal, ravi)
  await him.save('type-of-candidature', ashasAnswers['type-of-candidature'])
  await him.save('type-details', ashasAnswers['type-details'])
  const refused = await him.save('category-details', withCaste('SC-mahar'))
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('caste')])
  expect((await him.save('category-details', withCaste('SC-new'))).status).toBe(200)
  expect((await her.save('category-details', withCaste('Mahar'))).status, 'her own answer, in words').toBe(200)
  const screen = browser(portal, her.cookies)
  type Shown = { sections: { questions: { name: string; options?: { value: string; label: string }[] }[] }[] }
  const optionsOf = async (visitor: typeof screen) => {
    const { data } = viewOf<View<Shown>>(await visitor.get('category-details'))
    return data.sections.flatMap(({ questions }) => questions).find(({ name }) => name === 'caste')!.options!
  }
  expect((await optionsOf(screen)).find(({ value }) => value === 'SC-mahar')?.label).toBe('Mahar')
  const his = await optionsOf(browser(portal, him.cookies))
  expect(his.map(({ value }) => value)).not.toContain('SC-mahar')
  expect(his.map(({ value }) => value)).toContain('SC-new')
  for (const isOffered of [true, false]) {
    portal.clock.advance((isOffered ? 2 : 1) * 24 * 60 * 60_000)
    expect((await listed(portal, 'castes')).has('SC-late'), 'for one day').toBe(isOffered)
  }
})

test('the table is read back as it is written; a complete file ends what it leaves out', async () => {
  const portal = await openPortal({ at: ist('2024-08-05 10:00') })
  const keeper = await tableKeeper(portal)
  const present = await keeper.exported('vocabularies')
  const same = await keeper.bring('vocabularies', present, { isWhole: 'true' })
  expect(same.counts).toMatchObject({ new: 0, changed: 0, gone: 0 })
  const less = present
    .split('\r\n')
    .filter((line) => !line.startsWith('castes,SC-mahar,'))
    .join('\r\n')
  const read = await keeper.bring('vocabularies', less, { isWhole: 'true' })
  expect(read.counts).toMatchObject({ new: 0, changed: 0, gone: 1 })
  expect(read.changes).toMatchObject([{ key: 'castes SC-mahar', after: { last_day: '2024-08-05' } }])
})

test('a bad file is refused as a whole, with its faults', async () => {
  const portal = await openPortal()
  const keeper = await tableKeeper(portal)
  const read = await keeper.bring(
    'vocabularies',
    file(
      'castes,SC-mahar,OBC,Mahar,महार,,',
      'castes,SC-mine,nowhere,Mine,माझी,,',
      'universities,sppu,MH,Pune University,पुणे विद्यापीठ,2024-08-09,2024-08-08',
      'states,MH,,Maharashtra,महाराष्ट्र,,',
      'districts,MH-new,MH,New,नवा,,',
      'districts,MH-pune,MH,Pune,पुणे,,2030-01-01',
      'districts,KA-bidar,MH,Bidar,बीदर,,',
      'districts,KL-new,KA,New,नवा,,',
      'castes,=cmd,SC,Mine,माझी,,',
      'castes,SC-day,SC,Mine,माझी,2024-02-30,',
    ),
  )
  expect(read.state).toBe('failed')
  expect(read.faults.map(({ line, column, why }) => [line, column, why])).toEqual([
    [2, 'group', 'group-stays'],
    [3, 'group', 'unknown'],
    [4, 'last_day', 'ends-before'],
    [5, 'list', 'value'],
    [6, 'code', 'district-of-region'],
    [7, 'code', 'district-of-region'],
    [8, 'group', 'group-stays'],
    [9, 'code', 'code-of-state'],
    [10, 'code', 'formula'],
    [11, 'first_day', 'value'],
  ])
})

test('a district gets a new name on every page; one of another state is added, ended, and usable in the border area', async () => {
  const portal = await openPortal({ at: ist('2024-08-05 10:00') })
  const [keeper, second] = [await tableKeeper(portal), await tableKeeper(portal, 'second')]
  const her = await applicant(portal)
  await her.answer()
  const centre = 'code,name_en,name_mr,district,address_en,address_mr,phone,place,directions_en,directions_mr,active'
  const read = await keeper.bring(
    'vocabularies',
    file(
      'districts,MH-pune,MH,Punavadi,पुनवडी,,',
      'districts,KA-border,KA,A border district,सीमेवरचा जिल्हा,,',
      'districts,KA-bidar,KA,Bidar,बीदर,,2024-08-04',
    ),
  )
  const { changes } = (await second.report(`${read.address}?change=changed`)) as unknown as {
    changes: { key: string; touched: number }[]
  }
  expect(
    changes.find(({ key }) => key === 'districts MH-pune')!.touched,
    'one candidate, who gave it at the registration and in the form',
  ).toBe(1)
  expect((await second.apply(read.address)).status).toBe(303)

  const registration = (await browser(portal).get('registration')).text
  expect(registration).toContain('Punavadi')
  expect(registration).toContain('KA-border')
  expect(registration).not.toContain('KA-bidar')
  expect((await listed(portal, 'maharashtra-districts')).get('MH-pune')!.en).toBe('Punavadi')
  expect((await browser(portal).get('fclist?lang=mr')).text).toContain('पुनवडी')
  const opened = await keeper.bring('centres', `${centre}\nFC99,A centre,केंद्र,Punavadi,Somewhere,कुठेतरी,,,,,yes`)
  expect(opened.faults).toEqual([])

  expect((await propose(portal, keeper, 'border-area', { districts: 'KA-border' })).status).toBe(303)
})
