import { useT } from '../view'

/** The way to this page; the last part, without an address, is where one is. */
export function Breadcrumb({ trail }: { trail: readonly { title: string; href?: string }[] }) {
  const t = useT()
  return (
    <nav className="crumbs" aria-label={t('shell:breadcrumb.label')}>
      <ol>
        {trail.map(({ title, href }) => (
          <li key={title}>{href ? <a href={href}>{title}</a> : title}</li>
        ))}
      </ol>
    </nav>
  )
}
