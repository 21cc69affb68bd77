import { languageIn } from '#server/kernel/languages.ts'

/** What somebody typed (a name, a reason), marked with its own language, so that a screen reader speaks it in that. */
export function Written({
  as: Element = 'span',
  className,
  children,
}: {
  as?: 'span' | 'b' | 'p' | 'h1'
  className?: string
  children: string
}) {
  return (
    <Element lang={languageIn(children)} className={className}>
      {children}
    </Element>
  )
}
