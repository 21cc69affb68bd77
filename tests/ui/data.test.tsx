import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { isNetAddress, NetAddress } from '#pages/ui/data/NetAddress.tsx'
import { type Column, Table } from '#pages/ui/data/Table.tsx'
import { withNumber } from '#pages/ui/data/with-number.tsx'
import { Pager } from '#pages/ui/form/Pager.tsx'
import { PageContext } from '#pages/ui/view.ts'
import { pageTexts } from '#server/i18n/texts.ts'
import { aView } from './a-view'

const markupOf = (part: ReactNode) =>
  renderToString(<PageContext value={{ view: aView(), t: pageTexts.en, signedIn: null }}>{part}</PageContext>)

type Institute = { code: string; name: string; seats: number }
const institutes: Institute[] = [
  { code: '9001', name: 'Indrayani Institute', seats: 60 },
  { code: '9002', name: 'भीमा संस्था', seats: 1200 },
]
const code: Column<Institute> = { title: 'Code', cell: (row) => row.code }
const name: Column<Institute> = { title: 'Name', cell: (row) => row.name, isWritten: true, isName: true }
const seats: Column<Institute> = { title: 'Seats', cell: (row) => row.seats, isFigure: true, total: 1260 }

const tableOf = (columns: readonly (Column<Institute> | false)[], rows = institutes) =>
  markupOf(<Table caption="Institutes" columns={columns} rows={rows} keyOf={(row) => row.code} empty="No institute" />)

describe('a table', () => {
  test('has a caption, and names its columns and rows', () => {
    const html = tableOf([code, name])
    expect(html).toContain('<caption class="visually-hidden">Institutes</caption>')
    expect(html).toContain('<th scope="col">Code</th>')
    expect(html).toContain('<th scope="row" lang="en">Indrayani Institute</th>')
  })

  test('carries the label of each value for phones, except beside the name of a row', () => {
    const html = tableOf([code, name, seats])
    expect(html).toContain('<td data-label="Code">9001</td>')
    expect(html).not.toContain('data-label="Name"')
  })

  test('becomes cards only if it has more than two columns', () => {
    expect(tableOf([name, seats])).not.toContain('cards')
    expect(tableOf([code, name, seats])).toContain('<table class="cards">')
  })

  test('uses digits of equal width only for figures', () => {
    const html = tableOf([code, name, seats])
    expect(html).toContain('<td class="num" data-label="Seats">1200</td>')
    expect(html.match(/class="num"/g)).toHaveLength(4) // the header, two rows, the total
  })

  test('keeps an academic year of its header in one line', () => {
    const html = tableOf([code, { ...name, title: 'Round 2 of 2023-2024' }])
    expect(html).toContain('Round 2 of <span class="unbroken">2023-2024</span></th>')
  })

  test('keeps a number at the end of a name beside its word', () => {
    expect(markupOf(withNumber('Option form, CAP Round 1'))).toBe(
      'Option form, CAP <span class="unbroken">Round 1</span>',
    )
    expect(markupOf(withNumber('Provisional merit list'))).toBe('Provisional merit list')
  })

  test('marks text with the language of its script', () => {
    expect(tableOf([name, seats])).toContain('<th scope="row" lang="mr">भीमा संस्था</th>')
  })

  test('has the totals in its last line', () => {
    expect(tableOf([{ ...name, total: 'All' }, seats])).toMatch(/<tfoot><tr><th scope="row">All<\/th><td[^>]*>1260</)
  })

  test('is sorted by links in its headers, which mark the present order', () => {
    const sorted: Column<Institute> = { ...seats, sort: { href: '?sort=seats', order: 'descending' } }
    const html = tableOf([name, { ...code, sort: { href: '?sort=code', order: null } }, sorted])
    expect(html).toContain('<th scope="col" class="num" aria-sort="descending"><a href="?sort=seats">Seats</a></th>')
    expect(html).toContain('<th scope="col" aria-sort="none"><a href="?sort=code">Code</a></th>')
  })

  test('marks a column that needs room, so that a narrow screen leaves it out', () => {
    const html = tableOf([name, { ...code, needsRoom: true }, { ...seats, needsRoom: true }])
    expect(html).toContain('<th scope="col" class="roomy">Code</th>')
    expect(html).toContain('<th scope="col" class="num roomy">Seats</th>')
  })

  test('omits a column that is switched off', () => {
    expect(tableOf([false, name, seats])).not.toContain('Code')
  })

  test('says in words that it is empty', () => {
    expect(tableOf([name], [])).toBe('<p>No institute</p>')
  })
})

test('a list of facts omits unknown ones', () => {
  const html = markupOf(<Facts facts={[{ label: 'Version', value: 2 }, null, false, undefined]} />)
  expect(html).toBe('<dl class="facts"><div><dt>Version</dt><dd>2</dd></div></dl>')
})

describe('a pager', () => {
  const at = (page: number) => `?page=${page}`

  test('is missing for a single page', () => {
    expect(markupOf(<Pager page={1} pages={1} at={at} />)).toBe('')
  })

  test('links to the neighbours and to the first page', () => {
    const html = markupOf(<Pager page={3} pages={4} at={at} />)
    expect([...html.matchAll(/href="\?page=(\d)"/g)].map(([, page]) => page)).toEqual(['1', '2', '4'])
    expect(html).toContain('Page 3 of 4')
  })

  test('links to the next page if there is more, even if the pages are not counted', () => {
    expect(markupOf(<Pager page={1} hasMore at={at} />)).toContain('rel="next"')
    expect(markupOf(<Pager page={2} at={at} />)).not.toContain('rel="next"')
  })
})

describe('an e-mail or web address', () => {
  const parts = 'grievance<wbr/>.officer<wbr/>@mbale<wbr/>.example<wbr/>.org'

  test('breaks before its @ and its dots, and is the same text', () => {
    const html = markupOf(<NetAddress of="grievance.officer@mbale.example.org" />)
    expect(html.replace(/<!-- -->/g, '')).toBe(parts)
    expect(html.replace(/<[^>]*>/g, '')).toBe('grievance.officer@mbale.example.org')
  })

  test('of a site breaks after its slashes too', () => {
    const html = markupOf(<NetAddress of="https://ara.example.org/courses/" />)
    expect(html.replace(/<!-- -->/g, '')).toBe('https://<wbr/>ara<wbr/>.example<wbr/>.org/<wbr/>courses/')
  })

  test.each(['a..b@c.org', '/@.', '//x', 'https://a.b/c?d=e.f@g/#h', ''])('%s loses no sign', (address) => {
    expect(markupOf(<NetAddress of={address} />).replace(/<[^>]*>/g, '')).toBe(address)
  })

  test('is known among the facts of a form that the cell filled', () => {
    const value = 'grievance.officer@mbale.example.org'
    expect(markupOf(<Facts facts={[{ label: 'E-mail', value, isWritten: true }]} />)).toContain(parts)
  })

  test.each([
    ['office@example.org', true],
    ['a***@example.org', true],
    ['https://ara.example.org/', true],
    ['Write to office@example.org', false],
    ['See https://ara.example.org/', false],
    ['2.5', false],
    ['@example.org', false],
  ])('%s: %s', (text, is) => expect(isNetAddress(text)).toBe(is))
})
