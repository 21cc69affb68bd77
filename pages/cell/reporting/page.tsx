import { List } from '#pages/parts/desk/List.tsx'
import { StateTag } from '#pages/parts/reporting/StateTag.tsx'
import { SeatLegend } from '#pages/parts/seat-matrix/SeatLegend.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { deskGroups } from '#server/domain/admission/reporting.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

type Day = NonNullable<DataOf<typeof load>['day']>

/** An institute's desk during reporting: its candidates, its days, and its export. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { day, refused, openReturns, objections, toNote } = data
  return (
    <>
      <h1>{t('staff:menu.reporting')}</h1>
      {openReturns > 0 && (
        <Banner tone="warn" action={<a href={href(cellBase, 'returns')}>{t('reporting:desk.returns')}</a>}>
          {t('reporting:desk.open-returns', { count: openReturns })}
        </Banner>
      )}
      {objections.length > 0 && (
        <Banner tone="warn" title={t('reporting:desk.objections', { count: objections.length })}>
          <p>{t('reporting:desk.objections-about')}</p>
          <ul>
            {objections.map(({ userId, fullName, reason, isAnswered }) => (
              <li key={userId}>
                <a href={href(cellBase, 'reporting/:userId', { userId })}>
                  <Written>{fullName}</Written> {userId}
                </a>
                : <Written>{reason}</Written>
                {isAnswered && ` (${t('reporting:objection.is-answered')})`}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {toNote.length > 0 && (
        <Banner tone="warn" title={t('reporting:desk.to-note', { count: toNote.length })}>
          <Withdrawn rows={toNote} />
        </Banner>
      )}
      {day ? (
        <Desk day={day} />
      ) : (
        <p role="status">{t(refused ? 'reporting:desk.no-institute' : 'reporting:desk.no-round')}</p>
      )}
      <Migrants />
    </>
  )
}

/** J&K migrants with a seat here, whom no round has; left out if there are none. */
function Migrants() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (!data.jk.length) return null
  return (
    <Card title={t('reporting:jk.title')}>
      <p>{t('reporting:jk.about')}</p>
      <Table
        caption={t('reporting:jk.title')}
        rows={data.jk}
        keyOf={({ userId }) => userId}
        columns={[
          { title: t('reporting:jk.application-id'), cell: ({ userId }) => userId },
          { title: t('reporting:jk.name'), cell: ({ fullName }) => fullName, isName: true, isWritten: true },
          { title: t('reporting:jk.choice-code'), cell: ({ choiceCode }) => choiceCode },
          { title: t('reporting:jk.course'), cell: ({ course }) => course, isWritten: true },
          {
            title: t('reporting:jk.admitted'),
            isTime: true,
            cell: ({ userId, fullName, choiceCode, admittedAt }) =>
              admittedAt ?? (
                <Form
                  submit={
                    <>
                      {t('reporting:jk.admit')}
                      <VisuallyHidden>
                        : <Written>{fullName}</Written>
                      </VisuallyHidden>
                    </>
                  }
                  kind="quiet"
                  name={`admit-${userId}`}
                >
                  <input type="hidden" name="intent" value="admit-jk" />
                  <input type="hidden" name="applicationId" value={userId} />
                  <input type="hidden" name="choiceCode" value={choiceCode} />
                </Form>
              ),
          },
        ]}
      />
    </Card>
  )
}

function Desk({ day }: { day: Day }) {
  const { cellBase } = useView()
  const t = useT()
  const { institute, name, round, rounds, waiting, withdrawn } = day
  return (
    <>
      <p className="lead">
        <Written>{name}</Written> ({institute})
      </p>
      {rounds.length > 1 && (
        <nav className="tabs" aria-label={t('reporting:desk.rounds')}>
          {rounds.map((one) => (
            <a
              key={one}
              href={href(cellBase, 'reporting', undefined, { round: one })}
              aria-current={one === round ? 'page' : undefined}
            >
              {t('reporting:desk.round', { round: one })}
            </a>
          ))}
        </nav>
      )}
      {waiting.length > 0 && (
        <Banner tone="warn" title={t('reporting:correction.waiting')}>
          <ul>
            {waiting.map(({ id, userId, fullName, kind, preparedByName }) => (
              <li key={id}>
                <a href={href(cellBase, 'reporting/:userId', { userId })}>
                  <Written>{fullName}</Written> {userId}
                </a>
                : {t(`reporting:correction.${kind}`)} ({t('reporting:correction.by', { name: preparedByName })})
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {withdrawn.length > 0 && (
        <Banner tone="info" title={t('reporting:desk.withdrawn', { count: withdrawn.length })}>
          <Withdrawn rows={withdrawn} />
        </Banner>
      )}
      <Days day={day} />
      <Candidates day={day} />
      <Export round={round} />
    </>
  )
}

/** Admissions that orders withdrew, each with its order. */
function Withdrawn({ rows }: { rows: Day['withdrawn'] }) {
  const { cellBase } = useView()
  const t = useT()
  return (
    <>
      <p>{t('reporting:desk.withdrawn-about')}</p>
      <ul>
        {rows.map(({ userId, fullName, orderNumber, at }) => (
          <li key={userId}>
            <a href={href(cellBase, 'reporting/:userId', { userId })}>
              <Written>{fullName}</Written> {userId}
            </a>
            : {t('reporting:desk.withdrawn-by', { orderNumber, at })}
          </li>
        ))}
      </ul>
    </>
  )
}

function Candidates({ day }: { day: Day }) {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { round, counts, courses } = day
  const { list } = data
  const { group } = list.filters
  const at = (query: { group?: string }) => href(cellBase, 'reporting', undefined, { round, ...query })
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <Card title={t('reporting:desk.candidates', { round })}>
      <nav className="tabs" aria-label={t('reporting:desk.groups')}>
        <a href={at({})} aria-current={group === undefined ? 'page' : undefined}>
          {t('reporting:group.all')} ({all})
        </a>
        {deskGroups.map((one) => (
          <a key={one} href={at({ group: one })} aria-current={group === one ? 'page' : undefined}>
            {t(`reporting:group.${one}`)} ({counts[one]})
          </a>
        ))}
      </nav>
      <List
        list={list}
        caption={t('reporting:desk.candidates', { round })}
        empty={t('reporting:desk.none')}
        keyOf={({ id }) => id}
        tabs={['round', 'group']}
        filters={<Filters />}
        cells={{
          fullName: ({ userId, fullName }) => (
            <a href={href(cellBase, 'reporting/:userId', { userId })}>
              <Written>{fullName}</Written>
            </a>
          ),
          state: ({ state }) => <StateTag state={state} />,
        }}
      />
      <p className="hint">{courses.map(({ choiceCode, course }) => `${choiceCode}: ${course}`).join(' · ')}</p>
      <SeatLegend />
    </Card>
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { choiceCode, seatType, userId } = data.list.filters
  return (
    <>
      <Field name="choiceCode" label={t('list:column.choiceCode')} value={choiceCode} maxLength={10} />
      <Field name="seatType" label={t('list:column.seatType')} value={seatType} maxLength={12} />
      <Field name="userId" label={t('shell:application-id')} value={userId} maxLength={20} />
    </>
  )
}

/** The days of the round, each with its signature, or the form that signs it. */
function Days({ day }: { day: Day }) {
  const t = useT()
  const { days, counts, missing, round, isSigned, hasSeats } = day
  const next = days.find(({ isOver, signed }) => isOver && !signed)
  // Signing the newest day that is over signs those before it.
  const toSign = next && [...days].reverse().find(({ isOver }) => isOver)
  return (
    <Card title={t('reporting:days.title')} place="days">
      {days.length === 0 && <p>{t(hasSeats ? 'reporting:days.none' : 'reporting:days.nothing', { round })}</p>}
      <Facts
        facts={days.map(({ words, signed, isOver, closes }) => ({
          label: words,
          value: signed
            ? t('reporting:days.signed', {
                at: signed.at,
                name: signed.signedBy,
                admitted: signed.admitted,
                missing: signed.notRecorded,
              })
            : t(isOver ? 'reporting:days.unsigned' : 'reporting:days.open', { closes }),
        }))}
      />
      {isSigned && <p>{t('reporting:days.all-signed')}</p>}
      {toSign && (
        <>
          <p>{t('reporting:days.about', { day: toSign.words, admitted: counts.admitted, missing })}</p>
          <Form name="sign" submit={t('reporting:days.sign', { day: toSign.words })}>
            <input type="hidden" name="intent" value="sign" />
            <input type="hidden" name="round" value={round} />
            <input type="hidden" name="day" value={toSign.date} />
            {missing > 0 && (
              <Field kind="checkbox" name="checked" label={t('reporting:days.checked', { count: missing })} required />
            )}
          </Form>
        </>
      )}
    </Card>
  )
}

function Export({ round }: { round: number }) {
  const { cellBase, staff } = useView()
  const t = useT()
  return (
    <form method="post" action={href(cellBase, 'reporting.csv')}>
      <input type="hidden" name="_csrf" value={staff?.csrf} />
      <input type="hidden" name="round" value={round} />
      <div className="actions">
        <Button kind="quiet">{t('reporting:desk.download')}</Button>
      </div>
    </form>
  )
}
