import { useKeyMap } from '#pages/parts/checking/key-map.ts'
import { Viewer } from '#pages/parts/viewer/Viewer.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { type Likeness, likenesses, type Pieces } from '#server/domain/application/duplicates.ts'
import type { DataOf } from '#server/http/page.ts'
import { languageIn } from '#server/kernel/languages.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Suspicion = NonNullable<DataOf<typeof load>['opened']>
type Compared = NonNullable<Suspicion['compared']>
type HeldDocument = { kind: string; pages: number; uploadedAt: number }
type Row = Compared['facts'][number] & { place: number }

/** A suspicion: two of its forms side by side with their documents, and one verdict. */
export function Opened({ suspicion }: { suspicion: Suspicion }) {
  const t = useT()
  const { state, dismissed, compared, name } = suspicion
  return (
    <Card title={t('helpdesk:duplicates.question')} place="opened">
      <Signs suspicion={suspicion} />
      {state === 'settled' && <p>{t('helpdesk:duplicates.settled')}</p>}
      {dismissed && (
        <>
          <p>{t('helpdesk:duplicates.dismissed', dismissed)}</p>
          <p className="words" lang={languageIn(dismissed.remark)}>
            {dismissed.remark}
          </p>
        </>
      )}
      {compared && (
        <div className={styles.pair}>
          <Facts suspicion={suspicion} compared={compared} />
          <div>
            <Documents name={name} compared={compared} />
            {state === 'open' && <Verdict name={name} compared={compared} />}
          </div>
        </div>
      )}
      {state === 'dismissed' && (
        <Form submit={t('helpdesk:duplicates.reopen')} name="reopen" kind="quiet">
          <input type="hidden" name="intent" value="reopen" />
          <input type="hidden" name="suspicion" value={name} />
        </Form>
      )}
    </Card>
  )
}

/** Why the forms are compared, each sign once; of more than two forms, which two. */
function Signs({ suspicion }: { suspicion: Suspicion }) {
  const { cellBase } = useView()
  const t = useT()
  const { kind, found, people, compared, name } = suspicion
  const signs = compared?.signs.length ? compared.signs : [t(`helpdesk:duplicates.${kind}`)]
  const [first, ...rest] = people
  return (
    <>
      <ul className={styles.signs}>
        {signs.map((sign) => (
          <li key={sign}>{sign}</li>
        ))}
        <li>{t('helpdesk:duplicates.found', { at: found })}</li>
      </ul>
      {rest.length > 1 && (
        <nav className="tabs" aria-label={t('helpdesk:duplicates.others')}>
          {rest.map(({ userId }) => (
            <a
              key={userId}
              href={`${href(cellBase, 'duplicates', undefined, { suspicion: name, userId: first!.userId, kept: userId })}#opened`}
              aria-current={compared?.ids.includes(userId) ? 'page' : undefined}
            >
              {first!.userId} / {userId}
            </a>
          ))}
        </nav>
      )}
    </>
  )
}

const tones = { same: 'done', similar: 'warn', different: 'fix', alone: 'wait' } as const satisfies Record<
  Likeness,
  string
>

function Facts({ suspicion, compared }: { suspicion: Suspicion; compared: Compared }) {
  const { cellBase } = useView()
  const t = useT()
  const count = (likeness: Likeness) => compared.facts.filter((fact) => fact.likeness === likeness).length
  return (
    <div className={styles.facts}>
      <p>
        {likenesses
          .filter((likeness) => count(likeness) > 0)
          .map((likeness) => `${t(`helpdesk:duplicates.likeness.${likeness}`)} ${count(likeness)}`)
          .join(' · ')}
      </p>
      <ul className={styles.people}>
        {suspicion.people
          .filter(({ userId }) => compared.ids.includes(userId))
          .map(({ userId, state, submitted }) => (
            <li key={userId}>
              <a href={href(cellBase, 'help-desk/:userId', { userId })}>{userId}</a>{' '}
              <small>
                {t(`application:standing.${state}`)}
                {submitted && `, ${submitted}`}
              </small>
            </li>
          ))}
      </ul>
      <Table
        caption={t('helpdesk:duplicates.table')}
        rows={compared.facts.map((fact, place) => ({ ...fact, place }))}
        keyOf={({ place }) => place}
        columns={[
          { title: t('helpdesk:duplicates.fact'), cell: ({ label }) => label },
          ...compared.ids.map((userId, place) => ({
            title: userId,
            cell: ({ values, likeness }: Row) => (
              <Value pieces={values[place] ?? null} isSimilar={likeness === 'similar'} />
            ),
          })),
          {
            title: t('helpdesk:duplicates.compared'),
            cell: ({ likeness }) => <Tag tone={tones[likeness]}>{t(`helpdesk:duplicates.likeness.${likeness}`)}</Tag>,
          },
        ]}
      />
    </div>
  )
}

/** What a form says; the signs in which a similar value differs are marked. */
function Value({ pieces, isSimilar }: { pieces: Pieces | null; isSimilar: boolean }) {
  if (pieces === null) return <>–</>
  if (!isSimilar) return <Written>{pieces[0]}</Written>
  const [start, other, end] = pieces
  return (
    <span lang={languageIn(pieces.join(''))}>
      {start}
      {other && <mark>{other}</mark>}
      {end}
    </span>
  )
}

/** One kind of document of both forms. */
function Documents({ name, compared }: { name: string; compared: Compared }) {
  const { cellBase } = useView()
  const t = useT()
  const { shown, documents, ids } = compared
  if (!shown) return <p>{t('helpdesk:duplicates.no-documents')}</p>
  const kindOf = (kind: string) => t(`documents:kind.${kind as typeof shown.name}`)
  return (
    <div>
      <nav className={styles.kinds} aria-label={t('helpdesk:duplicates.documents')}>
        {documents.map((one) => (
          <a
            key={one.name}
            href={`${href(cellBase, 'duplicates', undefined, { suspicion: name, userId: ids[0], kept: ids[1], tab: one.name })}#opened`}
            aria-current={one.name === shown.name ? 'page' : undefined}
          >
            {kindOf(one.name)}
            {one.isSameFile && ` (${t('helpdesk:duplicates.document')})`}
          </a>
        ))}
      </nav>
      <div className={styles.files}>
        {shown.files.map(({ userId, document }) => (
          <figure key={userId}>
            {document ? (
              <Proof {...{ userId, document }} />
            ) : (
              <>
                <figcaption>{userId}</figcaption>
                <p>{t('helpdesk:duplicates.not-uploaded')}</p>
              </>
            )}
          </figure>
        ))}
      </div>
    </div>
  )
}

/** The document of one form in the viewer of every check, under its Application ID. Both turn and zoom by the same keys. */
function Proof({ userId, document }: { userId: string; document: HeldDocument }) {
  const { cellBase } = useView()
  const keyMap = useKeyMap(false)
  const address = ({ kind: name, uploadedAt }: HeldDocument) => ({
    params: { userId, name },
    query: { at: uploadedAt },
  })
  return (
    <Viewer
      documents={[document]}
      chosen={document.kind}
      onChoose={() => {}}
      fileAt={(one) => href(cellBase, 'duplicates/:userId/file/:name', address(one).params, address(one).query)}
      pageAt={(one, page) => {
        const { params, query } = address(one)
        return href(cellBase, 'duplicates/:userId/file/:name/:page', { ...params, page: String(page) }, query)
      }}
      nameOf={() => userId}
      hasKeys={keyMap.isOn}
    />
  )
}

/** One verdict: one person, whose form goes on, or two, with how the officer knows. */
function Verdict({ name, compared }: { name: string; compared: Compared }) {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Form submit={t('helpdesk:duplicates.judge')} name="verdict">
      <input type="hidden" name="suspicion" value={name} />
      <Field
        kind="radios"
        name="intent"
        label={t('helpdesk:duplicates.verdict')}
        required
        options={[
          {
            value: 'same',
            label: t('helpdesk:duplicates.merge'),
            hint: t(data.mayOrder ? 'helpdesk:duplicates.merge.about' : 'helpdesk:duplicates.merge.ask'),
          },
          { value: 'dismiss', label: t('helpdesk:duplicates.dismiss'), hint: t('helpdesk:duplicates.dismiss.about') },
        ]}
      />
      <div className="filters">
        <Field
          kind="select"
          name="kept"
          label={t('helpdesk:duplicates.kept')}
          hint={t('helpdesk:duplicates.kept-hint')}
          options={compared.ids.map((userId) => ({ value: userId, label: userId }))}
        />
        <Field
          name="remark"
          label={t('helpdesk:duplicates.remark')}
          hint={t('helpdesk:duplicates.remark-hint')}
          maxLength={300}
          suggestions={(['twins', 'slip', 'papers'] as const).map((reason) => ({
            value: t(`helpdesk:duplicates.reason.${reason}`),
          }))}
        />
      </div>
    </Form>
  )
}
