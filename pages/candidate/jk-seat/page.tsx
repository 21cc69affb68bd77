import { languageIn } from '../../../server/kernel/languages'
import { printableAddress } from '../../ui/addresses'
import { Banner } from '../../ui/Banner'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Button } from '../../ui/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** The seat of a J&K migrant, with the letter for the institute. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('shell:title.jk-seat')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      {data.seat ? <Seat {...data.seat} /> : <p className="lead">{t('jkseats:seat.none')}</p>}
    </>
  )
}

type Shown = NonNullable<ReturnType<typeof load>['seat']>

function Seat({ merit, choiceCode, institute, course, preference, releasedAt }: Shown) {
  const { base } = useView()
  const t = useT()
  return (
    <>
      <p className="lead">{t('jkseats:seat.lead')}</p>
      <Banner
        tone="ok"
        title={t('jkseats:seat.allotted')}
        action={<Button href={printableAddress(base, 'jk-seat')}>{t('jkseats:seat.pdf')}</Button>}
      >
        <dl className="facts num">
          <dt>{t('jkseats:column.institute')}</dt>
          <dd lang={languageIn(institute)}>{institute}</dd>
          <dt>{t('jkseats:column.course')}</dt>
          <dd lang={languageIn(course)}>{course}</dd>
          <dt>{t('jkseats:column.choice-code')}</dt>
          <dd>{choiceCode}</dd>
          <dt>{t('jkseats:column.preference')}</dt>
          <dd>{preference}</dd>
          <dt>{t('jkseats:column.merit')}</dt>
          <dd>{merit}</dd>
          <dt>{t('jkseats:seat.at')}</dt>
          <dd>{releasedAt}</dd>
        </dl>
      </Banner>
    </>
  )
}
