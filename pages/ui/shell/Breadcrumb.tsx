import { useT } from '../view'

/** The path to this page; the last part, without an address, is this page. */
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
