import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** A door of the desk: at most twelve lines in words, current work first. */
export default function Page() {
  const { data, cellBase } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t(`staff:door.${data.door}`)}</h1>
      <p className="lead">{t(`staff:door-about.${data.door}`)}</p>
      <ul className={styles.lines}>
        {data.lines.map((line) => (
          <Line key={line.route} {...line} />
        ))}
      </ul>
      {data.more.length > 0 && (
        <p className={styles.more}>
          {t('staff:door.seldom')}{' '}
          {data.more.map(({ route, href }, place) => (
            <span key={route}>
              {place > 0 && ' · '}
              <a href={href}>{t(`staff:menu.${route}`)}</a>
            </span>
          ))}
        </p>
      )}
      <p className={styles.more}>
        <a href={href(cellBase, 'search')}>{t('staff:all-pages')}</a> · {t('staff:door.find')} <kbd>/</kbd>
      </p>
    </>
  )
}

function Line({ route, href, work, due, isLate }: DataOf<typeof load>['lines'][number]) {
  const t = useT()
  return (
    <li className={isLate ? styles.late : undefined}>
      <a href={href} className={styles.name}>
        {t(`staff:menu.${route}`)}
      </a>
      <span>
        {work.length === 0 && <small>{t(`staff:about.${route}`)}</small>}
        {work.map(({ kind, count, href }, place) => (
          <span key={kind}>
            {place > 0 && ' · '}
            <a href={href}>{t(`staff:inbox.${kind}`)}</a>
            {'\u00a0'}
            <b>{count}</b>
          </span>
        ))}
      </span>
      <span className={styles.due}>{due && (isLate ? t('staff:inbox.overdue', { at: due }) : due)}</span>
    </li>
  )
}
