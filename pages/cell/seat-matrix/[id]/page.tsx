import { DateField } from '#pages/parts/desk/DateField.tsx'
import { Compared, Warnings } from '#pages/parts/imports/Warnings.tsx'
import { CourseLines } from '#pages/parts/seat-matrix/CourseLines.tsx'
import { EditionTag } from '#pages/parts/seat-matrix/EditionTag.tsx'
import { InForceFile } from '#pages/parts/seat-matrix/InForceFile.tsx'
import { SeatTable } from '#pages/parts/seat-matrix/Seats.tsx'
import { SeatWithMeaning } from '#pages/parts/seat-matrix/SeatWithMeaning.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { Pager } from '#pages/ui/form/Pager.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

/** One edition of the seat matrix: its report, the changes it would make, a preview, and its publication. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { number, standing, fileName, hash, imported, published, isPending } = data
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('staff:menu.seat-matrix'), href: href(cellBase, 'seat-matrix') },
          { title: t('seats:edition', { number }) },
        ]}
      />
      <h1>{t('seats:edition', { number })}</h1>
      <Card>
        <p>
          <EditionTag standing={standing} /> <code>{fileName}</code>
        </p>
        <p>{t('seats:desk.imported', imported)}</p>
        {published && <p>{t('seats:desk.published', published)}</p>}
        <p>
          {t('seats:desk.hash')} <code>{hash}</code>
        </p>
      </Card>
      {isPending && <Decide />}
      <InForceFile />
      {data.doubts.length > 0 && (
        <Warnings
          doubts={data.doubts}
          count={data.doubtCount}
          of={{ title: t('seats:choice-code'), cell: ({ choiceCode }) => choiceCode }}
        />
      )}
      <Losses />
      <Report />
      <Attestation />
      <Changes />
      <Preview />
    </>
  )
}

function Decide() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { unanswered, isSecondPerson, seen, losses, attestBy, isAnswerable } = data
  const missing = data.institutes.filter(({ verdict }) => verdict === 'none').length
  const isHeld = losses.length > 0 || (isAnswerable && missing > 0)
  return (
    <Card tone={isSecondPerson ? 'next' : 'plain'} title={t('seats:desk.decide')}>
      {unanswered > 0 && <Banner tone="warn">{t('seats:desk.unanswered', { count: unanswered })}</Banner>}
      {losses.length > 0 && <Banner tone="error">{t('seats:loss.banner')}</Banner>}
      {attestBy === null ? (
        <Banner tone="info">{t('seats:attest.not-asked')}</Banner>
      ) : (
        missing > 0 && (
          <Banner tone="warn">
            {t(isAnswerable ? 'seats:attest.missing' : 'seats:attest.silent', { count: missing, at: attestBy })}
          </Banner>
        )
      )}
      {!isSecondPerson && (
        <Banner tone="info" action={data.goOn && <Button href={data.goOn}>{t('seats:desk.go-on')}</Button>}>
          {t('staff:refusal.second-person')}
        </Banner>
      )}
      {unanswered === 0 && isSecondPerson && !isHeld && (
        <Form submit={t('seats:desk.publish')} name="publish">
          <p>{t('seats:desk.publish-about')}</p>
          {data.doubts.length > 0 && <Compared />}
          <input type="hidden" name="intent" value="publish" />
          <input type="hidden" name="seen" value={seen} />
        </Form>
      )}
      <Form submit={t('seats:desk.discard')} kind="danger" name="discard">
        <input type="hidden" name="intent" value="discard" />
        <input type="hidden" name="seen" value={seen} />
      </Form>
    </Card>
  )
}

/** Seats that candidates hold and that the edition would take away, with these candidates. */
function Losses() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (!data.losses.length) return null
  return (
    <Card title={t('seats:loss.title')}>
      <Table
        caption={t('seats:loss.title')}
        rows={data.losses}
        keyOf={({ choiceCode, seatType }) => `${choiceCode} ${seatType}`}
        columns={[
          { title: t('seats:choice-code'), cell: ({ choiceCode }) => choiceCode },
          { title: t('seats:loss.type'), cell: ({ seatType }) => <SeatWithMeaning seatType={seatType} /> },
          { title: t('seats:loss.held'), cell: ({ held }) => held, isFigure: true },
          { title: t('seats:loss.seats'), cell: ({ seats }) => seats, isFigure: true },
          {
            title: t('seats:loss.holders'),
            cell: ({ holders }) => (
              <>
                {holders.map(({ userId, fullName }, place) => (
                  <span key={userId}>
                    {place > 0 && ', '}
                    {userId} <Written>{fullName}</Written>
                  </span>
                ))}
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}

type Finding = DataOf<typeof load>['findings'][number]

/** Everything that needs a reason, and the form to give one. */
function Report() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { findings, isPending, seen } = data
  const gone = findings.filter(({ of, reason }) => reason === null && of.rule === 'gone').length
  const open = [...new Set(findings.filter(({ reason }) => reason === null).map(({ choiceCode }) => choiceCode))]
  return (
    <Card title={t('seats:desk.report')}>
      {findings.length === 0 ? (
        <p>{t('seats:desk.agrees')}</p>
      ) : (
        <ul className="entries">
          {findings.map((finding) => (
            <FindingLine key={`${finding.key} ${finding.of.rule}`} of={finding} />
          ))}
        </ul>
      )}
      {isPending && open.length > 0 && (
        <Form submit={t('seats:desk.override')} kind="quiet" name="override">
          <input type="hidden" name="intent" value="override" />
          <input type="hidden" name="seen" value={seen} />
          <Field
            kind="select"
            name="choiceCode"
            label={t('seats:choice-code')}
            options={[
              ...(gone > 1 ? [{ value: 'gone', label: t('seats:desk.all-gone', { count: gone }) }] : []),
              ...open.map((value) => ({ value, label: value })),
            ]}
            required
          />
          <Field
            kind="textarea"
            name="reason"
            label={t('seats:desk.reason')}
            hint={t('seats:desk.reason-hint')}
            rows={3}
            maxLength={300}
            required
          />
        </Form>
      )}
    </Card>
  )
}

function FindingLine({ of: { choiceCode, of, reason, isAccepted } }: { of: Finding }) {
  const t = useT()
  return (
    <li>
      <div className="head">
        {of.kind === 'identity' && <span>{t('seats:desk.line', { line: of.line })}</span>}
        <b>{choiceCode}</b>
        <Tag tone={reason === null ? 'fix' : 'done'}>
          {t(reason === null ? 'seats:desk.unexplained' : 'seats:desk.explained')}
        </Tag>
      </div>
      {of.kind === 'identity' && (
        <p>
          {t(`seats:identity.${of.rule}`)} {t('seats:desk.numbers', { expected: of.expected, found: of.found })}
        </p>
      )}
      {of.kind === 'jump' && <p>{t(`seats:jump.${of.rule}`, { was: of.was, is: of.is })}</p>}
      {of.kind === 'objection' && (
        <p>
          {t('seats:attest.objects')} <Written>{of.words}</Written>
        </p>
      )}
      {reason !== null && (
        <p>
          {t(isAccepted ? 'seats:desk.because-accepted' : 'seats:desk.because', { reason: '' })}
          <Written>{reason}</Written>
        </p>
      )}
    </li>
  )
}

/** The answers of the institutes, those that owe one first, and the forms to ask them and to record one on paper. */
function Attestation() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { institutes, attestBy, isPending, isAnswerable } = data
  if (attestBy === null && !isPending) return null
  const missing = institutes.filter(({ verdict }) => verdict === 'none')
  return (
    <Card title={t('seats:attest.title')}>
      <p>
        {attestBy === null
          ? t('seats:attest.about')
          : t(isAnswerable ? 'seats:attest.until' : 'seats:attest.own-over', { at: attestBy })}
      </p>
      {isPending && (
        <Form submit={t(attestBy === null ? 'seats:attest.ask' : 'seats:attest.move')} kind="quiet" name="ask">
          <input type="hidden" name="intent" value="ask" />
          <DateField name="date" label={t('seats:attest.date')} required />
          <Field name="time" label={t('seats:attest.time')} value="17:00" width="short" maxLength={5} required />
        </Form>
      )}
      {isPending && isAnswerable && missing.length > 0 && (
        <Form submit={t('seats:attest.paper')} kind="quiet" name="paper">
          <input type="hidden" name="intent" value="paper" />
          <Field
            kind="select"
            name="institute"
            label={t('seats:attest.paper-about')}
            options={missing.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
            required
          />
        </Form>
      )}
      {attestBy !== null && (
        <Disclosure
          summary={t('seats:attest.summary', {
            signed: institutes.filter(({ verdict }) => verdict === 'signed').length,
            objected: institutes.filter(({ verdict }) => verdict === 'objected').length,
            missing: missing.length,
          })}
        >
          <Answers of={[...missing, ...institutes.filter(({ verdict }) => verdict !== 'none')]} />
        </Disclosure>
      )}
    </Card>
  )
}

function Answers({ of }: { of: DataOf<typeof load>['institutes'] }) {
  const t = useT()
  return (
    <Table
      caption={t('seats:attest.title')}
      rows={of}
      keyOf={({ code }) => code}
      columns={[
        {
          title: t('seats:attest.institute'),
          cell: ({ code, name }) => (
            <>
              {code} <Written>{name}</Written>
            </>
          ),
        },
        { title: t('seats:attest.lines'), cell: ({ lines }) => lines, isFigure: true },
        {
          title: t('seats:attest.answer'),
          cell: ({ verdict, by }) => (
            <>
              <Tag tone={verdict === 'signed' ? 'done' : verdict === 'objected' ? 'fix' : 'wait'}>
                {t(`seats:attest.verdict.${verdict}`)}
              </Tag>{' '}
              {by && <small>{t('seats:attest.by', by)}</small>}
            </>
          ),
        },
      ]}
    />
  )
}

function Changes() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { changes, isPending } = data
  if (!changes || !isPending) return null
  const kinds = (['added', 'changed', 'gone'] as const).filter((kind) => changes[kind].length > 0)
  return (
    <Card title={t('seats:desk.changes')}>
      {kinds.length === 0 && <p>{t('seats:desk.no-changes')}</p>}
      {kinds.map((kind) => (
        <Disclosure key={kind} summary={t(`seats:desk.${kind}`, { count: changes[kind].length })}>
          <p>{changes[kind].join(', ')}</p>
        </Disclosure>
      ))}
    </Card>
  )
}

function Preview() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { id, sums, lines, count } = data
  return (
    <>
      <Card title={t('seatlists:sums', { count: sums.all })}>
        <SeatTable label={t('seats:by-type')} seats={sums.byType} />
      </Card>
      <Card title={t('seatlists:found', { count })}>
        <CourseLines lines={lines} />
        <Pager
          page={data.page}
          pages={data.pages}
          at={(page) => href(cellBase, 'seat-matrix/:id', { id: String(id) }, { page })}
        />
      </Card>
    </>
  )
}
