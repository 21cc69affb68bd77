import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { candidateMenu } from '#server/domain/site/candidate-menu.ts'
import { publicMenu } from '#server/domain/site/menu.ts'
import type { View } from '#server/domain/site/view.ts'
import { aView, candidateView, candidateWithEverything, markupOf, newCandidate, textOf } from './a-view'

type Group = [title: string, ...lines: string[]]

/** The sidebar of a page as people read it: groups in order, each with its lines. The marks of steps are left out. */
function sidebarOf(view: View): Group[] {
  const html = markupOf(view)
  const sidebar = html.slice(html.indexOf('id="menu"'), html.indexOf('class="backdrop"'))
  return sidebar
    .split(/<(?:div|details) class="group"[^>]*>/)
    .slice(1)
    .map((group) => {
      const title = /^<(?:p|summary)[^>]*>(.*?)<\/(?:p|summary)>/.exec(group)?.[1] ?? ''
      const lines = Array.from(group.matchAll(/<li>(.*?)<\/li>/g), ([, line]) =>
        textOf(
          line!.replace(/<span class="chip[^>]*>\d<\/span>/, '').replace(/<span class="visually-hidden.*?<\/span>/, ''),
        ),
      )
      return [textOf(title), ...lines]
    })
}

const steps = [
  'Type of Candidature',
  'Type Details',
  'Category Details',
  'Qualification Details',
  'Personal Details',
  'Photo Details',
  'Documents Details',
  'Payment',
  'Print Form',
]
const select = ['Select Courses', 'Select Institutes', 'Select Preference', 'My Allotment']
const importantLinks: Group = ['Important Links', 'SMS Logs', 'Transaction Logs', 'Message Box', 'Change Password']

test('a new candidate sees the dashboard, the first step and the important links', () => {
  expect(sidebarOf(candidateView(newCandidate))).toEqual([
    ['Application steps', 'Dashboard', 'Type of Candidature'],
    importantLinks,
  ])
})

test('a candidate with everything sees every group of rules §18.8, in its order', () => {
  expect(sidebarOf(candidateView(candidateWithEverything))).toEqual([
    ['Application steps', 'Dashboard', ...steps],
    ['Print', 'Acknowledgment Receipt', 'Provisional Merit', 'Final Merit'],
    ['Option Form', 'CAP Round 1', 'CAP Round 2', 'CAP Round 3', ...select],
    ['Graduation Marks', 'CGPA to Marks Conversion Certificate'],
    ['Convert Fees', 'Convert Fees'],
    ['Seat Acceptance', 'CAP Round 1', 'CAP Round 2', 'CAP Round 3'],
    ['Cancel Admission', 'Request', 'Print'],
    importantLinks,
  ])
})

test('a visitor sees the five public groups', () => {
  const [home, links, vacancy, brochure, logins, ...rest] = sidebarOf(aView())
  expect(rest).toEqual([])
  expect(home).toEqual(['', 'Home'])
  expect(logins).toEqual([
    'Login Links',
    'ARA Home',
    'ARA Courses',
    'FC/SubFC Login',
    'Institute Login',
    'Regional Office/ARA Login',
    'SO Login',
    'Admin Login',
  ])
  expect(vacancy?.[0]).toBe('Provisional Vacancy Position')
  expect(links?.slice(0, 3)).toEqual(['Important Links', 'New Registration', 'Login'])
  expect(brochure?.[0]).toBe('Information Brochure & GR 2024-25')
  expect(brochure).toHaveLength(11)
})

test('the important links are read by what people come for; papers and logins of the staff open on request', () => {
  const html = markupOf(aView())
  expect(Array.from(html.matchAll(/<p id="menu-group-1-\d" class="part">(.*?)<\/p>/g), ([, title]) => title)).toEqual([
    'Apply',
    'Results',
    'Institutes',
    'Help',
  ])
  expect(html).toMatch(/<ul aria-labelledby="menu-group-1-0">.*?New Registration/)
  expect(Array.from(html.matchAll(/<details class="group"( open="")?><summary/g), ([, open]) => open)).toEqual([
    undefined,
    undefined,
  ])
})

test('each line of a menu has an icon that no other line beside it has, and every icon is drawn', () => {
  const drawn = Array.from(readFileSync('pages/ui/data/icons.svg', 'utf8').matchAll(/ id="([a-z]+)"/g), ([, id]) => id!)
  const named = /IconName =([\s\S]*?)\n\n/.exec(readFileSync('pages/ui/data/Icon.tsx', 'utf8'))![1]!
  expect(Array.from(named.matchAll(/'([a-z]+)'/g), ([, name]) => name)).toEqual([...drawn].sort())
  const groups = [
    ...publicMenu(aView().course.loginLinks, ['home'], [1, 2, 3], true),
    ...candidateMenu(candidateWithEverything.permissions),
  ]
  for (const { title, items, parts = [{ title, items }] } of groups) {
    for (const { icon } of items) expect(drawn).toContain(icon)
    // Lines of the steps show their number, rounds and papers are of one kind each.
    const mixed = parts
      .flatMap((part) => part.items)
      .filter(({ chip, info, windowopen, external }) => {
        return chip === '' && !info.number && !info.round && !windowopen && !external
      })
    const icons = mixed.map(({ icon }) => icon)
    expect([...new Set(icons)], title).toEqual(icons)
  }
})

test('brochures open in a new tab and say so; login links open in the same window', () => {
  const html = markupOf(aView())
  expect(html).toMatch(
    /<a href="\/mbale\/candidate\/user_manual\.pdf" target="_blank" rel="noopener">.*?\(opens in a new tab\)/,
  )
  expect(html).toContain('<a href="/mbale/cell/login/fc"><svg')
})

test('the candidate sidebar begins with the prefix and the Application ID', () => {
  expect(textOf(markupOf(candidateView(newCandidate)))).toContain('Application ID ML24100042')
})

test('steps are numbered 1 to 9; completed ones are ticked, and the current page is marked', () => {
  const details = { ...newCandidate.details, fill_status: 4 as const }
  const session = { ...newCandidate, details, done: [0, 3] as const }
  const html = markupOf(candidateView(session, { route: 'category-details' }))
  expect(html).toMatch(/<a href="[^"]*type-of-candidature" class="done" aria-describedby="step-done">/)
  expect(html).toMatch(/qualifications-details" class="done"/)
  expect(html).toMatch(/<a href="[^"]*category-details" aria-current="page"><span class="chip" aria-hidden="true">3</)
  expect(html).toContain('2 of 9 steps are complete')
  const all = markupOf(candidateView(candidateWithEverything))
  expect(all).toMatch(/print-pdf"[^>]*><span class="chip" aria-hidden="true">9</)
})

test('of several rounds at one address the last open one is the current page', () => {
  const html = markupOf(candidateView(candidateWithEverything, { route: 'option-form' }))
  expect(Array.from(html.matchAll(/aria-current="page"/g))).toHaveLength(1)
  expect(html).toMatch(/aria-current="page"><svg.*?<\/svg>CAP Round 3</)
})
