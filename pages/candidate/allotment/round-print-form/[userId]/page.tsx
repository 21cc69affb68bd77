import { lookUpRoutes } from '../../../../results-parts/look-up-routes'
import { Rows } from '../../../../results-parts/Rows'
import { lookedUpLetterAddress } from '../../../../ui/addresses'
import { Banner } from '../../../../ui/Banner'
import { Breadcrumb } from '../../../../ui/Breadcrumb'
import { Button } from '../../../../ui/Button'
import { Card } from '../../../../ui/Card'
import { href } from '../../../../ui/href'
import { useT, useView } from '../../../../ui/view'
import type { load } from './page.server'
import '../../../../results-parts/results.css'

type Loaded = () => Exclude<ReturnType<typeof load>, { to: string }>

/** The allotment letter to read and print; the PDF carries the code by which anybody can check it. */
export default function Page() {
  const { base, data } = useView<Loaded>()
  const t = useT()
  const { userId, fullName, outcome } = data
  const { round, seat, numbers, next, published } = outcome
  const title = t('results:letter.title', { round })
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('results:round', { round }), href: href(base, lookUpRoutes[round]) },
          { title: t('shell:title.allotment-letter') },
        ]}
      />
      <h1>{title}</h1>
      {seat ? (
        <>
          <Banner
            tone="ok"
            title={t('results:letter.allotted', { round })}
            action={<Button href={lookedUpLetterAddress(base, userId, round)}>{t('results:letter.pdf')}</Button>}
          >
            {t('results:letter.published', { at: published })}
          </Banner>
          <Card title={t('results:letter.seat')}>
            <Rows
              rows={[
                { label: t('results:column.user-id'), value: userId },
                { label: t('results:column.name'), value: fullName },
                ...numbers,
                ...seat.rows,
              ]}
            />
          </Card>
          <Card title={t('results:letter.next')}>
            <Rows rows={next} />
          </Card>
          <Card title={t('results:letter.provisional')}>
            <p>{t('results:letter.provisional-about')}</p>
          </Card>
        </>
      ) : (
        <p>{t('results:letter.none')}</p>
      )}
    </>
  )
}
