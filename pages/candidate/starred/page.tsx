import { Card } from '#pages/ui/data/Card.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The courses that a candidate has starred, and the way into the option form once it is open. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { stars, round, mayChange, added, opens, compare } = data
  return (
    <>
      <Breadcrumb
        trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title: t('starred:title') }]}
      />
      <h1>{t('starred:title')}</h1>
      <p className="lead">{t('starred:lead')}</p>
      {opens && <p>{t('starred:opens', { round, at: opens })}</p>}
      <Card title={t('starred:count', { count: stars.length })}>
        {stars.length === 0 ? (
          <p>{t('starred:none')}</p>
        ) : (
          <Form name="starred" submit="" bar={() => false}>
            <ul className="entries">
              {stars.map(({ code, isOffered, institute, instituteCode, course, place }) => (
                <li key={code}>
                  <p>
                    {instituteCode ? (
                      <a href={href(base, 'institude-list/:code', { code: instituteCode })}>
                        <Written>{institute ?? code}</Written>
                      </a>
                    ) : (
                      <Written>{institute ?? code}</Written>
                    )}{' '}
                    {!isOffered && <Tag tone="fix">{t('starred:gone')}</Tag>}
                  </p>
                  <p className="hint">{[code, course, place].filter(Boolean).join(' · ')}</p>
                  <div className="acts">
                    <Button
                      kind="quiet"
                      small
                      name="star"
                      value={`off:${code}`}
                      aria-label={t('starred:off-of', { code, institute: institute ?? '' })}
                    >
                      {t('starred:off')}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          </Form>
        )}
      </Card>
      <div className="actions">
        {mayChange && added > 0 && (
          <Form name="use" submit={t('starred:use', { count: added })}>
            <input type="hidden" name="act" value="use" />
          </Form>
        )}
        {compare && (
          <Button kind="quiet" href={href(base, 'compare', undefined, { round, codes: compare })}>
            {t('starred:compare')}
          </Button>
        )}
        <Button kind="quiet" href={href(base, 'institude-list')}>
          {t('starred:more')}
        </Button>
      </div>
    </>
  )
}
