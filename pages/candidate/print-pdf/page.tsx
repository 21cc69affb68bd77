import { SharedComputer } from '#pages/parts/accounts/SharedComputer.tsx'
import { Onward } from '#pages/parts/application/Onward.tsx'
import { SubmitBy } from '#pages/parts/application/SubmitBy.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Countdown } from '#pages/ui/data/Countdown.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { Answers } from './Answers'
import { ChangeMode } from './ChangeMode'
import { Done } from './Done'
import styles from './page.module.css'
import type { show } from './page.server'
import { Resubmit, Submit, SubmitBar } from './Submit'
import { Unlock } from './Unlock'
import { Versions } from './Versions'

/** The answers to check, the declaration and the submission; afterwards the confirmation. Also the printed form. */
export default function Page() {
  const { base, data, session, course } = useView<typeof show>()
  const t = useT()
  const { proving, shown, isSubmitted } = data
  const trail = [
    { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
    { title: t('signedin:step', { step: 9 }) },
  ]
  return (
    <>
      <Breadcrumb trail={trail} />
      <h1>{t(isSubmitted || data.isTooLate ? 'steps:print.title-submitted' : 'steps:print.title')}</h1>
      <p className={styles.letterhead}>
        {course.title}, {course.academicYear} · {t('shell:application-id')} <b>{session?.details.user_id}</b>
      </p>
      <Paid />
      {shown ? (
        <Banner tone="info" action={<a href={href(base, 'print-pdf')}>{t('steps:versions.back')}</a>}>
          {t('steps:versions.shown', shown)}
        </Banner>
      ) : (
        <Standing />
      )}
      {!shown && data.closed !== null && <SubmitBy until={data.deadline} isClosed={!data.maySubmit} />}
      <div className="screen-only">
        {proving === 'unlock' && data.mayUnlock && <Unlock />}
        {proving === 'mode' && <ChangeMode />}
      </div>
      <Answers />
      <div className="screen-only">
        {!shown && data.maySubmit && data.isReverted && <Resubmit />}
        {!shown && data.maySubmit && !data.isReverted && <Submit />}
        {!shown && data.mayUnlock && proving !== 'unlock' && <Unlock />}
        {!shown && proving !== 'mode' && <ChangeMode />}
        {!shown && isSubmitted && <SharedComputer />}
      </div>
      {!shown && data.maySubmit && <SubmitBar />}
      <Versions />
    </>
  )
}

/** The fee that has just arrived, for somebody who comes straight from the gateway. */
function Paid() {
  const { data } = useView<typeof show>()
  if (!data.paid) return null
  const { title, receipt, receiptWords } = data.paid
  return (
    <Banner tone="ok" role="status" title={title}>
      {receipt && <a href={receipt}>{receiptWords}</a>}
    </Banner>
  )
}

/** The state of the form, above its answers. */
function Standing() {
  const { data } = useView<typeof show>()
  const t = useT()
  if (data.isSubmitted) return <Done />
  const tooLate = data.versions.length > 0 ? 'too-late-unconfirmed' : 'too-late'
  const notSubmitted = data.isReverted ? 'not-submitted-again' : 'not-submitted'
  if (data.closed) {
    return (
      <Banner tone="warn" title={t(`steps:print.${data.isTooLate ? tooLate : notSubmitted}`)} action={<Onward />}>
        {data.closed}
        {!data.isTooLate && data.toCorrect.map((slug) => ` ${t(`signedin:menu.${slug}`)}.`)}
      </Banner>
    )
  }
  return (
    <Banner tone="warn" title={t(`steps:print.${notSubmitted}`)}>
      {t('steps:print.check')} {data.by && t('steps:print.by', { by: data.by })}{' '}
      {data.deadline !== null && <Countdown until={data.deadline} isBare isAfterDate />}
    </Banner>
  )
}
