import { StatusTag } from '#pages/parts/certificates/Standing.tsx'
import { ObjectionFields } from '#pages/parts/reporting/ObjectionFields.tsx'
import { BesideProof } from '#pages/parts/scrutiny/BesideProof.tsx'
import { ShownFacts } from '#pages/parts/scrutiny/ShownFacts.tsx'
import { SeatWithMeaning } from '#pages/parts/seat-matrix/SeatWithMeaning.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** One admission for the second check: what the institute recorded, and the facts beside their documents. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { code, name, facts, admission, mayCheck, mayOpenRecord } = data
  const { userId, fullName } = admission
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('staff:menu.approvals'), href: href(cellBase, 'approvals') },
          { title: code, href: href(cellBase, 'approvals/:code', { code }) },
          { title: userId },
        ]}
      />
      <h1>
        <Written>{fullName}</Written> {userId}
      </h1>
      <p className="lead">
        {code} <Written>{name}</Written>
      </p>
      {mayCheck && <p>{t('reports:approval.about')}</p>}
      <Admission />
      {mayOpenRecord && (
        <div className="actions">
          <Button href={href(cellBase, 'help-desk/:userId', { userId })} kind="quiet">
            {t('reports:approval.record')}
          </Button>
        </div>
      )}
      <BesideProof>
        <ShownFacts
          facts={facts}
          at={(file, at) => href(cellBase, 'approvals/:code/:userId/file/:name', { code, userId, name: file }, { at })}
        />
        {mayCheck && <Check />}
      </BesideProof>
    </>
  )
}

const tones = { checked: 'done', objected: 'fix', waiting: 'wait' } as const

/** What the institute recorded, and the verdict in force. */
function Admission() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { course, seatType, admittedAt, admittedBy, seen, awaited, verdict, reason, checkedBy, checkedAt } =
    data.admission
  const kinds = seen.map((kind) => t(`documents:kind.${kind}`)).join(', ')
  return (
    <Card>
      <Facts
        facts={[
          {
            label: t('reports:column.seat'),
            value: (
              <>
                <Written>{course}</Written>, <SeatWithMeaning seatType={seatType} />
              </>
            ),
          },
          {
            label: t('reports:column.admitted-on'),
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
        ]}
      />
    </Card>
  )
}

/** In order, or an objection with its reason. */
function Check() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { id, verdict, reason } = data.admission
  return (
    <Card tone="next" title={t('reports:column.verdict')}>
      {verdict !== 'checked' && (
        <Form submit={t('reports:approval.one-in-order')} name="checked">
          <input type="hidden" name="admission" value={id} />
          <input type="hidden" name="verdict" value="checked" />
        </Form>
      )}
      <Form submit={t('reports:approval.object')} kind="danger" name="objected">
        <ObjectionFields admission={id} reason={reason} />
      </Form>
    </Card>
  )
}
