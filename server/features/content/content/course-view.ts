import type { Course } from '#server/courses/course.ts'
import type { DeskLink } from '#server/domain/desk/desks.ts'
import { type LoginLink, loginLinks } from '#server/domain/site/menu.ts'
import { roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import { candidateBase, deskBase, href } from '#server/domain/terms/href.ts'
import type { Language } from '#server/kernel/languages.ts'

/** The address of a link that the cell leaves empty: the portal's own desk; the authority's pages have none. */
const builtIn = (link: LoginLink, slug: string): string =>
  link === 'ara-home' || link === 'ara-courses'
    ? ''
    : href(deskBase(slug), 'login/:desk', { desk: link satisfies DeskLink })

/** The course as pages show it, computed once for each language and state of the settings. */
export function createCourseView(
  course: Course,
  others: readonly Pick<Course, 'slug' | 'courseShortTitle'>[],
  season: () => object,
  hasSso: boolean,
) {
  const view = (language: Language) => ({
    cellName: course.cellName[language],
    cellAddress: course.cellAddress[language],
    logo:
      course.pictures.logo && href(candidateBase(course.slug), 'logo-:mark.png', { mark: course.pictures.logo.mark }),
    title: course.courseTitle[language],
    shortTitle: course.courseShortTitle[language],
    barTitle: course.courseBarTitle[language],
    academicYear: course.academicYear,
    footerDate: course.footerDate,
    firstLines: course.firstLines,
    rounds: roundNumbers(course.rounds),
    words: Object.fromEntries(Object.entries(course.words ?? {}).map(([key, said]) => [key, said[language]])),
    loginLinks: Object.fromEntries(
      loginLinks.map((link) => [link, course.loginLinks[link] ?? builtIn(link, course.slug)]),
    ) as Record<LoginLink, string>,
    hasSso,
    otherPortals: others.map(({ slug, courseShortTitle }) => ({
      title: courseShortTitle[language],
      href: href(candidateBase(slug), 'home'),
    })),
  })
  let made: { of: object; views: Record<Language, ReturnType<typeof view>> } | null = null
  return (language: Language) => {
    const of = season()
    if (made?.of !== of) made = { of, views: { en: view('en'), mr: view('mr') } }
    return made.views[language]
  }
}
