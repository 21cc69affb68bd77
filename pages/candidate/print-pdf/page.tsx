import { SubmitBy } from '../../application-parts/SubmitBy'
import { Banner } from '../../ui/Banner'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import { Answers } from './Answers'
import { ChangeMode } from './ChangeMode'
import { Done } from './Done'
import type { show } from './page.server'
import { Resubmit, Submit } from './Submit'
import { Unlock } from './Unlock'
import { Versions } from './Versions'
import './page.css'

/** Check the answers, declare, submit; afterwards the confirmation of it. And the form as it is printed. */
export default function Page() {
  const { base, data, session, course } = useView<typeof show>()
  const t = useT()
  const { proving, shown, isSubmitted } = data
  const trail = [
    { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
    { title: t('shell:step', { step: 8 }) },
  ]
  return (
    <>
      <Breadcrumb trail={trail} />
      <h1>{t(isSubmitted ? 'steps:print.title-submitted' : 'steps:print.title')}</h1>
      <p className="letterhead">
        {course.title}, {course.academicYear} · {t('shell:application-id')}{' '}
        <b className="num">{session?.details.user_id}</b>
      </p>
      {shown ? (
        <Banner tone="info" action={<a href={href(base, 'print-pdf')}>{t('steps:versions.back')}</a>}>
          {t('steps:versions.shown', shown)}
        </Banner>
      ) : (
        <Standing />
      )}
      {!shown && <SubmitBy until={data.deadline} isClosed={!data.maySubmit} />}
      {proving === 'unlock' && data.mayUnlock && <Unlock />}
      {proving === 'otp' && data.maySubmit && !data.isReverted && <Submit />}
      {proving === 'mode' && <ChangeMode />}
      <Answers />
      {!shown && data.maySubmit && data.isReverted && <Resubmit />}
      {!shown && data.maySubmit && !data.isReverted && proving !== 'otp' && <Submit />}
      {!shown && data.mayUnlock && proving !== 'unlock' && <Unlock />}
      {!shown && proving !== 'mode' && <ChangeMode />}
      <Versions />
    </>
  )
}

/** How the form stands, above its answers. */
function Standing() {
  const { data } = useView<typeof show>()
  const t = useT()
  if (data.isSubmitted) return <Done />
  if (data.closed) {
    return (
      <Banner tone="warn" title={t('steps:print.not-submitted')}>
        {data.closed}
        {data.toCorrect.map((slug) => ` ${t(`shell:menu.${slug}`)}.`)}
      </Banner>
    )
  }
  return (
    <Banner tone="warn" title={t('steps:print.not-submitted')}>
      {t('steps:print.check')} {data.by && t('steps:print.by', { by: data.by })}
    </Banner>
  )
}
