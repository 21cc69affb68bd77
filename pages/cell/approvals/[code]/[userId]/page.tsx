import { useMemo } from 'react'
import { StatusTag } from '#pages/parts/certificates/Standing.tsx'
import { CheckScreen, type Files, Head, type Screen } from '#pages/parts/checking/CheckScreen.tsx'
import styles from '#pages/parts/checking/checking.module.css'
import { Decided, Deciding } from '#pages/parts/checking/Deciding.tsx'
import { FactRow } from '#pages/parts/checking/FactRow.tsx'
import { decidingKeys } from '#pages/parts/checking/KeyMap.tsx'
import { ReplyFields } from '#pages/parts/checking/ReplyFields.tsx'
import { SeatWithMeaning } from '#pages/parts/seat-matrix/SeatWithMeaning.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** One admission for the second check: what the institute recorded, the facts beside their documents, and the verdict. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { code, name, facts: known, admission, mayCheck, mayOpenRecord, next, replies } = data
  const { userId, fullName, id } = admission
  const files = useMemo(
    (): Files => ({
      fileAt: ({ kind, uploadedAt }) =>
        href(cellBase, 'approvals/:code/:userId/file/:name', { code, userId, name: kind }, { at: uploadedAt }),
      pageAt: ({ kind, uploadedAt }, page) =>
        href(
          cellBase,
          'approvals/:code/:userId/file/:name/:page',
          { code, userId, name: kind, page: String(page) },
          { at: uploadedAt },
        ),
    }),
    [cellBase, code, userId],
  )
  const facts = [
    { name: 'admission', title: t('reports:approval.admission'), rows: [] },
    ...known.map((fact) => ({ ...fact, title: t(`scrutiny:fact.${fact.name}`) })),
  ]
  const head = (
    <Head back={{ title: code, href: href(cellBase, 'approvals/:code', { code }) }} id={userId} name={fullName}>
      <Written>{name}</Written>
      {mayOpenRecord && (
        <>
          {' · '}
          <a href={href(cellBase, 'help-desk/:userId', { userId })}>{t('reports:approval.record')}</a>
        </>
      )}
    </Head>
  )
  const to = next === null ? null : href(cellBase, 'approvals/:code/:userId', { code, userId: next })
  const list = ({ current, onShow }: Screen) =>
    facts.map((fact) => (
      <FactRow key={fact.name} {...{ fact, files, onShow }} isCurrent={fact.name === current}>
        {fact.name === 'admission' && (
          <div className={styles.wide}>
            <Admission />
          </div>
        )}
      </FactRow>
    ))
  return (
    <CheckScreen {...{ facts, files }} keys={decidingKeys} isWork={mayCheck}>
      {(screen) =>
        mayCheck ? (
          <Deciding
            {...screen}
            {...{ head, next: to }}
            field="verdict"
            legend={t('reports:column.verdict')}
            hidden={<input type="hidden" name="admission" value={id} />}
            verdicts={[
              {
                value: 'checked',
                label: t('reports:approval.one-in-order'),
                effect: t('reports:approval.checked-about'),
              },
              {
                value: 'objected',
                label: t('reports:approval.object'),
                effect: t('reports:approval.object-about'),
                isRefusal: true,
                fields: (
                  <ReplyFields
                    choices={replies}
                    name="reason"
                    label={t('reports:approval.reason')}
                    hint={t('reports:approval.reason-hint')}
                    maxLength={300}
                    rows={2}
                    isToCandidate={false}
                  />
                ),
              },
            ]}
          >
            {list(screen)}
          </Deciding>
        ) : (
          <Decided {...screen} {...{ head, next: to }} said={null}>
            {list(screen)}
          </Decided>
        )
      }
    </CheckScreen>
  )
}

const tones = { checked: 'done', objected: 'fix', waiting: 'wait' } as const

/** The verdict in force with what the institute answered, and what it recorded. */
function Admission() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { course, seatType, admittedAt, admittedBy, seen, awaited, verdict, ...check } = data.admission
  const { reason, checkedBy, checkedAt, answer, answeredAt } = check
  const kinds = seen.map((kind) => t(`documents:kind.${kind}`)).join(', ')
  return (
    <Facts
      facts={[
        {
          label: t('reports:column.verdict'),
          value: (
            <>
              <Tag tone={tones[verdict ?? 'waiting']}>{t(`reports:verdict.${verdict ?? 'waiting'}`)}</Tag>
              {reason !== null && <Written as="p">{reason}</Written>}
              {checkedBy && checkedAt && (
                <p className="hint">{t('reports:approval.by', { name: checkedBy, at: checkedAt })}</p>
              )}
            </>
          ),
        },
        answer !== null && {
          label: t('reports:approval.answer'),
          value: (
            <>
              <Written as="p">{answer}</Written>
              <p className="hint">{answeredAt}</p>
            </>
          ),
        },
        {
          label: t('reports:column.seat'),
          value: (
            <>
              <Written>{course}</Written>, <SeatWithMeaning seatType={seatType} />
            </>
          ),
        },
        {
          label: t('reports:approval.admitted'),
          value: t('reports:approval.by', { name: admittedBy, at: admittedAt }),
          isWritten: true,
        },
        { label: t('reports:approval.seen'), value: kinds || '–' },
        ...awaited.map(({ kind, status }) => ({
          label: t('reports:column.awaited'),
          name: kind,
          value: (
            <>
              {t(`documents:kind.${kind as 'caste-validity'}`)} {status && <StatusTag status={status} />}
            </>
          ),
        })),
      ]}
    />
  )
}
