import { useRef } from 'react'
import { languageIn } from '../../../../server/kernel/languages'
import { BesideProof } from '../../../parts/scrutiny/BesideProof'
import { useHydrated } from '../../../ui/browser/hydrated'
import { Card } from '../../../ui/data/Card'
import { Button } from '../../../ui/form/Button'
import { Confirm } from '../../../ui/form/Confirm'
import { Field } from '../../../ui/form/Field'
import { Form } from '../../../ui/form/Form'
import { href } from '../../../ui/href'
import { Banner } from '../../../ui/shell/Banner'
import { Breadcrumb } from '../../../ui/shell/Breadcrumb'
import { useT, useView } from '../../../ui/view'
import { Fact } from './Fact'
import { useKeys } from './keys'
import type { load } from './page.server'

/** A form under scrutiny: its facts on one side, the document under examination on the other. */
export default function Page() {
  const { cellBase, data } = useView<Loaded>()
  const t = useT()
  const { userId, fullName, version, submitted, officer, isMine } = data
  return (
    <>
      <Breadcrumb trail={[{ title: t('staff:menu.scrutiny'), href: href(cellBase, 'scrutiny') }, { title: userId }]} />
      <h1>
        <span lang={languageIn(fullName)}>{fullName}</span> {userId}
      </h1>
      <p className="lead">
        {t('scrutiny:version', { version, at: submitted })}
        {officer && ` · ${t('scrutiny:assigned', { officer })}`}
      </p>
      <Holding />
      <BesideProof>{isMine ? <Judging /> : <Facts />}</BesideProof>
    </>
  )
}

type Loaded = () => NonNullable<Awaited<ReturnType<typeof load>>>

/** The officer who holds the form, and the acts that this officer can perform. */
function Holding() {
  const { data } = useView<Loaded>()
  const t = useT()
  const { isMine, isFree, holder } = data
  if (isMine) {
    return (
      <Form submit={t('scrutiny:release')} kind="quiet" name="release">
        <input type="hidden" name="intent" value="release" />
      </Form>
    )
  }
  if (!isFree) {
    return (
      <Banner tone="info">
        {holder ? t('scrutiny:held-by-other', { holder }) : t('scrutiny:not-waiting')}{' '}
        {t(`scrutiny:queue.${data.queue}`)}
      </Banner>
    )
  }
  return (
    <Card tone="next">
      <Form submit={t('scrutiny:pick-up')} name="pick-up">
        <input type="hidden" name="intent" value="pick-up" />
        <p>{t('scrutiny:pick-up.about')}</p>
      </Form>
    </Card>
  )
}

const Facts = () => {
  const { data } = useView<Loaded>()
  return data.facts.map((fact) => <Fact key={fact.name} fact={fact} userId={data.userId} isOpen={false} />)
}

/** One form for all the facts; the officer saves the verdicts so far, or finishes. */
function Judging() {
  const { data } = useView<Loaded>()
  const t = useT()
  const facts = useRef<HTMLDivElement>(null)
  useKeys(facts)
  return (
    <Form
      submit={t('scrutiny:finish')}
      name="verdicts"
      beside={
        <Button kind="quiet" name="intent" value="save">
          {t('scrutiny:save')}
        </Button>
      }
    >
      {useHydrated() && <p className="hint">{t('scrutiny:keys')}</p>}
      <div ref={facts}>
        {data.facts.map((fact) => (
          <Fact key={fact.name} fact={fact} userId={data.userId} isOpen />
        ))}
      </div>
      <Field kind="checkbox" name="onward" label={t('scrutiny:onward')} value={data.goesOn ? 'true' : undefined} />
      <Confirm />
    </Form>
  )
}
