import { Field } from '#pages/ui/form/Field.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { regionNames, regions } from '#server/domain/terms/regions.ts'
import { type StaffRole, staffRoles } from '#server/domain/terms/staff.ts'

type Person = {
  fullName: string
  role: StaffRole
  centre: string | null
  region: string | null
  institute: string | null
  email: string | null
}

/** Name, role and place of an account. `person`: those that it has now. */
export function PersonFields({
  person,
  centres,
}: {
  person?: Person
  centres: readonly { code: string; name: string }[]
}) {
  const { language } = useView()
  const t = useT()
  return (
    <>
      <Field name="fullName" label={t('staff:new.full-name')} value={person?.fullName} required />
      <Field
        kind="select"
        name="role"
        label={t('staff:new.role')}
        value={person?.role}
        required
        options={staffRoles.map((role) => ({ value: role, label: t(`staff:role.${role}`) }))}
      />
      <Field
        kind="select"
        name="centre"
        label={t('staff:new.centre')}
        hint={t('staff:new.centre-hint')}
        value={person?.centre ?? ''}
        options={centres.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
        empty={t('staff:new.none')}
      />
      <Field
        kind="select"
        name="region"
        label={t('staff:new.region')}
        hint={t('staff:new.region-hint')}
        value={person?.region ?? ''}
        options={regions.map((region) => ({ value: region, label: regionNames[region][language] }))}
        empty={t('staff:new.none')}
      />
      <Field
        name="institute"
        label={t('staff:new.institute')}
        hint={t('staff:new.institute-hint')}
        value={person?.institute ?? ''}
        width="short"
        maxLength={16}
      />
      <Field
        kind="email"
        name="email"
        label={t('staff:new.email')}
        hint={t('staff:new.email-hint')}
        value={person?.email ?? ''}
        maxLength={254}
      />
    </>
  )
}
