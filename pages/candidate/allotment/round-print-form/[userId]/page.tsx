import { lookUpAddress } from '#pages/ui/addresses.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

type Loaded = () => Exclude<ReturnType<typeof load>, { to: string }>

/** The allotment letter, to read and print. Its PDF carries a verification code. */
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
          { title: t('results:round', { round }), href: lookUpAddress(base, round) },
          { title: t('shell:title.allotment-letter') },
        ]}
      />
      <h1>{title}</h1>
      {seat ? (
        <>
          <Banner
            tone="ok"
            title={t('results:letter.allotted', { round })}
            action={
              <Button href={href(base, 'allotment/round-print-form/:userId/letter-:round.pdf', { userId, round })}>
                {t('results:letter.pdf')}
              </Button>
            }
          >
            {t('results:letter.published', { at: published })}
          </Banner>
          <Card title={t('results:letter.seat')}>
            <Facts
              facts={[
                { label: t('results:column.user-id'), value: userId },
                { label: t('results:column.name'), value: fullName },
                ...numbers,
                ...seat.rows,
              ]}
            />
          </Card>
          <Card title={t('results:letter.next')}>
            <Facts facts={next} />
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
