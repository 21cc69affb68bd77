import { candidateBase, href } from '#server/domain/terms/href.ts'

/** The addresses of the demo's own forms and links, outside of any portal. */
export const demoAddresses = {
  page: '/demo',
  tour: '/demo/tour',
  login: '/demo/login',
  clock: '/demo/clock',
  jobs: '/demo/jobs',
  programs: ['/demo/personas.json', '/demo/outbox.json', '/demo/clock.json'],
  people: (course: string, q: string) => `/demo?${new URLSearchParams({ course, ...(q && { q }) })}#people`,
  portal: (course: string) => href(candidateBase(course), 'home'),
} as const
