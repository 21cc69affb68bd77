/**
 * What a page can have that parts outside of it give way to: a class of the document says that it is there, how to find it in a
 * browser, and how in a page that is written. A style sheet that looked for it by `:has()` would make a browser style a whole
 * list anew whenever one of its rows moves.
 */
export const marks = [
  {
    /** The page's own filled button: the bar's is not filled then. */
    name: 'with-act',
    selector: 'main .btn:not(.quiet, .danger)',
    isIn: (html: string) => /class="btn(?: small)?"/.test(html.slice(html.indexOf('<main'))),
  },
  {
    /** The card of the act for the seat: it needs no bar then. */
    name: 'with-seat-act',
    selector: 'main [data-seat-act]',
    isIn: (html: string) => html.includes(' data-seat-act='),
  },
  {
    /** The foot of a step, which stays in sight on a phone. */
    name: 'with-dock',
    selector: 'main .dock',
    isIn: (html: string) => html.includes('class="dock"'),
  },
] as const

/** The marks of a page that is written, as an attribute of its document. */
export function marksIn(html: string): string {
  const found = marks.flatMap(({ name, isIn }) => (isIn(html) ? name : []))
  return found.length ? ` class="${found.join(' ')}"` : ''
}
