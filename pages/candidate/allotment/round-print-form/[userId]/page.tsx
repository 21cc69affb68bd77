import { lookUpAddress } from '#pages/ui/addresses.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The allotment letter, to read and print. Its PDF carries a verification code. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { userId, fullName, outcome } = data
  const { round, seat, numbers, next, published } = outcome
  const title = t('outcome:letter.title', { round })
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('rounds:round', { round }), href: lookUpAddress(base, round) },
          { title: t('shell:title.allotment-letter') },
        ]}
      />
      <h1>{title}</h1>
      {seat ? (
        <>
          <Banner
            tone="ok"
            title={t('outcome:letter.allotted', { round })}
            action={
              <Button href={href(base, 'allotment/round-print-form/:userId/letter-:round.pdf', { userId, round })}>
                {t('outcome:letter.pdf')}
              </Button>
            }
          >
            {t('outcome:letter.published', { at: published })}
          </Banner>
          <Card title={t('outcome:letter.seat')}>
            <Facts
              facts={[
                { label: t('allotted:column.user-id'), value: userId },
                { label: t('allotted:column.name'), value: fullName },
                ...numbers,
                ...seat.rows,
              ]}
            />
          </Card>
          <Card title={t('outcome:letter.next')}>
            <Facts facts={next} />
          </Card>
          <Card title={t('outcome:letter.provisional')}>
            <p>{t('outcome:letter.provisional-about')}</p>
          </Card>
        </>
      ) : (
        <p>{t('outcome:letter.none')}</p>
      )}
    </>
  )
}
