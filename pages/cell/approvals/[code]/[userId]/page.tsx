import { StatusTag } from '../../../../parts/certificates/Standing'
import { ObjectionFields } from '../../../../parts/reporting/ObjectionFields'
import { BesideProof } from '../../../../parts/scrutiny/BesideProof'
import { ShownFacts } from '../../../../parts/scrutiny/ShownFacts'
import { SeatWithMeaning } from '../../../../parts/seat-matrix/SeatWithMeaning'
import { Card } from '../../../../ui/data/Card'
import { Facts } from '../../../../ui/data/Facts'
import { Tag } from '../../../../ui/data/Tag'
import { Written } from '../../../../ui/data/Written'
import { Button } from '../../../../ui/form/Button'
import { Form } from '../../../../ui/form/Form'
import { href } from '../../../../ui/href'
import { Breadcrumb } from '../../../../ui/shell/Breadcrumb'
import { useT, useView } from '../../../../ui/view'
import type { load } from './page.server'

type Loaded = () => NonNullable<ReturnType<typeof load>>

/** One admission for the second check: what the institute recorded, and the facts beside their documents. */
export default function Page() {
  const { cellBase, data } = useView<Loaded>()
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
  const { data } = useView<Loaded>()
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
  const { data } = useView<Loaded>()
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
