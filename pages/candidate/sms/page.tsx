import { Card } from '#pages/ui/data/Card.tsx'
import { Tag, type TagTone } from '#pages/ui/data/Tag.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { load } from './page.server'

type Line = DataOf<typeof load>['lines'][number]

const tones: Record<Line['state'], TagTone> = {
  waiting: 'wait',
  sent: 'done',
  refused: 'fix',
  expired: 'warn',
  failed: 'fix',
  stopped: 'todo',
}

/** The SMS and WhatsApp messages to the candidate, with their delivery. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:menu.sms')
  const { lines, older, isFirst } = data
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('inbox:sms.lead')}</p>
      <Card>
        {lines.length === 0 ? (
          <p>{t('inbox:sms.none')}</p>
        ) : (
          <ul className="tasks">
            {lines.map((line) => (
              <SmsLine key={line.id} line={line} />
            ))}
          </ul>
        )}
        {(older !== null || !isFirst) && (
          <div className="actions">
            {!isFirst && (
              <Button href={href(base, 'sms')} kind="quiet">
                {t('inbox:newest')}
              </Button>
            )}
            {older !== null && (
              <Button href={href(base, 'sms', undefined, { before: older })} kind="quiet">
                {t('inbox:older')}
              </Button>
            )}
          </div>
        )}
      </Card>
    </>
  )
}

function SmsLine({ line: { channel, to, text, language: spoken, state, at } }: { line: Line }) {
  const { language } = useView()
  const t = useT()
  return (
    <li>
      <div className="grow whole">
        <p className="words" lang={spoken}>
          {text}
        </p>
        <small>
          {t(`inbox:channel.${channel}`)} · {to} · {formatDateTime(at, language)}
        </small>
      </div>
      <Tag tone={tones[state]}>{t(`inbox:delivery.${state}`)}</Tag>
    </li>
  )
}
