import { languageIn } from '../../../server/kernel/languages'
import { nonCapExportAddress } from '../../ui/addresses'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** An institute's list of candidates who would like one of its own seats. */
export default function Page() {
  const { cellBase, data, staff } = useView<typeof load>()
  const t = useT()
  const title = t('staff:menu.non-cap')
  const { institute, interested } = data
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{t('noncap:desk.lead')}</p>
      <Card title={t('noncap:desk.list', { institute: institute ?? '–' })}>
        {interested.length === 0 ? (
          <p>{t('noncap:desk.none')}</p>
        ) : (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
            <section className="scroll" tabIndex={0} aria-label={title}>
              <table>
                <thead>
                  <tr>
                    {(['application-id', 'name', 'district', 'mobile', 'email', 'form', 'registered'] as const).map(
                      (column) => (
                        <th key={column} scope="col">
                          {t(`noncap:column.${column}`)}
                        </th>
                      ),
                    )}
                  </tr>
                </thead>
                <tbody>
                  {interested.map(({ userId, fullName, district, mobile, email, isConfirmed, registeredAt }) => (
                    <tr key={userId}>
                      <th scope="row" className="num">
                        {userId}
                      </th>
                      <td lang={languageIn(fullName)}>{fullName}</td>
                      <td>{district}</td>
                      <td className="num">{mobile}</td>
                      <td>{email}</td>
                      <td>{t(isConfirmed ? 'noncap:form.confirmed' : 'noncap:form.submitted')}</td>
                      <td className="num">{registeredAt}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            <form method="post" action={nonCapExportAddress(cellBase)}>
              <input type="hidden" name="_csrf" value={staff?.csrf} />
              <div className="actions">
                <Button kind="quiet">{t('noncap:desk.download')}</Button>
              </div>
            </form>
          </>
        )}
      </Card>
    </>
  )
}
