import { PersonFields } from '../../../parts/staff/PersonFields'
import { Card } from '../../../ui/data/Card'
import { Form } from '../../../ui/form/Form'
import { href } from '../../../ui/href'
import { Breadcrumb } from '../../../ui/shell/Breadcrumb'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'

type Loaded = () => NonNullable<ReturnType<typeof load>>

/** One account: its name, role and place. */
export default function Page() {
  const { cellBase, data } = useView<Loaded>()
  const t = useT()
  const { account, isOwn, centres } = data
  return (
    <>
      <Breadcrumb
        trail={[{ title: t('staff:menu.staff'), href: href(cellBase, 'staff') }, { title: account.fullName }]}
      />
      <h1>{account.fullName}</h1>
      <p className="lead">{account.loginName}</p>
      <Card tone="narrow" title={t('staff:edit.title')}>
        {isOwn ? (
          <p>{t('staff:list.own')}</p>
        ) : (
          <Form submit={t('staff:edit.submit')} name="edit">
            <p>{t('staff:edit.about')}</p>
            <PersonFields person={account} centres={centres} />
          </Form>
        )}
      </Card>
    </>
  )
}
