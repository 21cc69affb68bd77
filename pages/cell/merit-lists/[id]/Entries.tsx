import type { Category } from '../../../../server/domain/application-form/claims'
import { meritLists } from '../../../../server/domain/merit-lists'
import type { DecidedBy } from '../../../../server/domain/merit-ranking'
import { languageIn } from '../../../../server/kernel/languages'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Field } from '../../../ui/Field'
import { Form } from '../../../ui/Form'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import type { Load } from './page'

/** A piece of one of the lists, as it will stand. */
export function Entries() {
  const { cellBase, data } = useView<Load>()
  const t = useT()
  const { id, list, entries } = data
  const last = entries[entries.length - 1]
  const title = t('merit:entries')
  return (
    <Card title={title}>
      <Form method="get" submit={t('merit:entries.show')} name="entries">
        <div className="filters">
          <Field
            kind="select"
            name="list"
            label={t('merit:entries.which')}
            value={list}
            options={meritLists.map((name) => ({ value: name, label: t(`merit:list.${name}`) }))}
          />
          <Field
            name="from"
            label={t('merit:entries.from')}
            value={String(entries[0]?.meritNumber ?? 1)}
            inputMode="numeric"
            maxLength={7}
          />
        </div>
      </Form>
      {last === undefined ? (
        <p>{t('merit:entries.none')}</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <section className="scroll" tabIndex={0} aria-label={title}>
            <table>
              <thead>
                <tr>
                  {(['number', 'application-id', 'name', 'type', 'category', 'percentage', 'decided-by'] as const).map(
                    (column) => (
                      <th key={column} scope="col">
                        {t(`merit:column.${column}`)}
                      </th>
                    ),
                  )}
                </tr>
              </thead>
              <tbody>
                {entries.map(({ meritNumber, userId, fullName, type, category, percentage, decidedBy }) => (
                  <tr key={meritNumber}>
                    <td className="num">{meritNumber}</td>
                    <td className="num">{userId}</td>
                    <td lang={languageIn(fullName)}>{fullName}</td>
                    <td>{type}</td>
                    <td>{t(`meritpages:category.${category as Category}`)}</td>
                    <td className="num">{percentage}</td>
                    <td>{decidedBy && t(`merit:criterion.${decidedBy as DecidedBy}`)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <div className="actions">
            <Button
              href={href(cellBase, 'merit-lists/:id', { id: String(id) }, { list, from: String(last.meritNumber + 1) })}
              kind="quiet"
            >
              {t('merit:entries.next')}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}
