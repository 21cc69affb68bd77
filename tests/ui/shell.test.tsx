import { expect, test } from 'vitest'
import ErrorPage from '#pages/_error/page.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Countdown } from '#pages/ui/data/Countdown.tsx'
import { TaskList } from '#pages/ui/data/TaskList.tsx'
import { Timeline } from '#pages/ui/data/Timeline.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { DayBoxes } from '#pages/ui/form/DayBoxes.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { aView, candidateView, candidateWithEverything, markupOf, newCandidate, tagOf, textOf } from './a-view'

const demo = { phase: 'registration' }

/** One of each component. */
const Everything = () => (
  <>
    <Breadcrumb trail={[{ title: 'Dashboard', href: '#' }, { title: 'Here' }]} />
    <h1>Everything</h1>
    <Banner tone="warn" title="Not confirmed" action={<Button href="#">Confirm</Button>}>
      <Countdown until={Date.parse('2024-08-14T11:30:00Z')} />
    </Banner>
    <Card title="Next" tone="next">
      <TaskList tasks={[{ title: 'Pay', note: 'Nothing paid yet', href: '#', tag: { tone: 'todo', text: 'To do' } }]} />
    </Card>
    <Timeline moments={[{ title: 'Registration', time: '12 Jul 2024', state: 'now' }]} />
    <Form submit="Save" beside={<Button kind="quiet">Later</Button>}>
      <Field name="name" label="Name" hint="As on the marksheet" required />
      <Field kind="password" name="password" label="Password" />
      <Field kind="otp" name="otp" label="OTP" />
      <DayBoxes name="born" label="Born" />
      <Field kind="textarea" name="words" label="Words" />
      <Field kind="checkbox" name="consent" label="Consent" />
      <Field kind="radios" name="type" label="Type" options={[{ value: 'A', label: 'Type A', hint: 'Hint' }]} />
      <Field
        kind="select"
        name="place"
        label="Place"
        options={[{ group: 'G', options: [{ value: 'p', label: 'P' }] }]}
      />
    </Form>
  </>
)

const views = {
  visitor: aView({ demo }),
  candidate: candidateView(candidateWithEverything, { demo, flash: { type: 'success', text: 'Saved' } }),
  'candidate in Marathi': candidateView(newCandidate, { demo, language: 'mr' }),
  locked: candidateView(newCandidate, {
    closed: { kind: 'locked', text: 'Your Application is now Locked', next: 'You can read it.' },
  }),
  restricted: candidateView(newCandidate, {
    closed: {
      kind: 'restricted',
      permission: 'capOne',
      window: { title: 'Option form, CAP Round 1', from: '14 Aug 2024, 10:00 am', until: '17 Aug 2024, 5:00 pm' },
      standing: null,
    },
  }),
  bare: aView({ layout: 'bare' }),
  'form that came back': aView({
    form: { values: {}, errors: [{ field: 'name', message: 'Please enter the fullname' }], message: null },
  }),
}

test("a deadline shows the portal's time beside it to a browser without script, and the ribbon shows that of the demo", () => {
  const now = Date.parse('2024-08-13T06:30:00Z')
  const html = markupOf(aView({ now }), Everything)
  expect(textOf(html)).toContain('until 14 Aug 2024, 17:00 Portal time 13 Aug 2024, 12:00')
  expect(html).toContain('<noscript><small class="portal-time">Portal time 13 Aug 2024, 12:00</small></noscript>')
  expect(markupOf(aView({ now, demo }), Everything)).not.toContain('portal-time')
})

test.each(Object.entries(views))('no style attribute and one main heading: %s', (_, view) => {
  const html = markupOf(view, Everything)
  expect(html).not.toMatch(/\sstyle=/)
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html.match(/<main id="main" tabindex="-1">/g)).toHaveLength(1)
})

test("the demo ribbon shows DEMO and the portal's time, and live pages have none", () => {
  expect(textOf(markupOf(aView({ demo })))).toContain('DEMO Nothing here is real. Portal time 12 Aug 2024, 16:20')
  expect(markupOf(aView())).not.toContain('DEMO')
})

test('the header shows cell, address, course and academic year; the footer shows its date and sentence', () => {
  const text = textOf(markupOf(aView()))
  for (const words of [
    'State Common Entrance Test Cell',
    '8th Floor, New Excelsior Building',
    'Direct Second Year (Lateral Entry) of Full-Time Postgraduate Degree in Management (MBA/MMS) · 2024-2025',
    '© 31-03-2025 · Best viewed at 1024x768 in Chrome 84, Firefox 79 and IE 11',
  ]) {
    expect(text).toContain(words)
  }
})

test('the language switch links to the same page and keeps its query', () => {
  const html = markupOf(aView({ url: '/mbale/candidate/fclist?q=pune&lang=en' }))
  expect(html).toContain('href="/mbale/candidate/fclist?q=pune&amp;lang=mr" lang="mr"')
})

test('the drawer works with links only, and the skip link is the first stop of a page', () => {
  const html = markupOf(aView())
  expect(html).toMatch(/^<a class="skip" href="#main">/)
  expect(html).toContain('<a class="menu-button" href="#menu" role="button" aria-controls="menu"')
  expect(html).toContain('<a class="close" href="#main"')
})

test('logout is a form with the token of the session', () => {
  const html = markupOf(candidateView(newCandidate))
  expect(tagOf(html, 'form', {})).toEqual({ method: 'post', action: '/mbale/candidate/logout' })
  expect(tagOf(html, 'input', {})).toEqual({ type: 'hidden', name: '_csrf', value: 'token-of-the-session' })
})

test('a locked page shows the words of rules §18.13 in place of its content', () => {
  const html = markupOf(views.locked, Everything)
  expect(html).toContain('<h1>Your Application is now Locked</h1>')
  expect(html).not.toContain('Everything')
})

test('a restricted page says why, and links to the dashboard', () => {
  const html = markupOf(views.restricted, Everything)
  expect(textOf(html)).toContain(
    'You cannot open this page now This page is for candidates who may take part in CAP Round 1. Option form, CAP Round 1: 14 Aug 2024, 10:00 am to 17 Aug 2024, 5:00 pm.',
  )
  expect(html).toContain('<a href="/mbale/candidate/dashboard" class="btn">')
})

test.each([
  [400, '400 Bad Request'],
  [403, '403 Forbidden'],
  [404, '404 Not Found'],
  [405, '405 Method Not Allowed'],
  [500, '500 Internal Server Error'],
])('the error page shows %i in the words of rules §18.6', (status, words) => {
  const html = markupOf(aView({ route: '_error', status, data: { status, reference: 'R-123' } }), ErrorPage)
  expect(html).not.toContain('<h1>Unexpected')
  expect(textOf(html)).toContain(`Unexpected Application Error! ${words}`)
  expect(textOf(html)).toContain('R-123')
})
