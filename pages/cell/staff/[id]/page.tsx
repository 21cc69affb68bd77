import { PersonFields } from '#pages/parts/staff/PersonFields.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** One account: its name, role and place. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
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
