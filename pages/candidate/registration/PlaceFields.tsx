import { useEffect, useRef, useState } from 'react'
import { type Choice, Field } from '../../ui/Field'
import { fieldId } from '../../ui/field-id'
import { useT } from '../../ui/view'

type Place = Choice & { districts: readonly Choice[] }

/**
 * State and district. The districts stand in groups by state; with JavaScript only those of the chosen state remain.
 * `state`, `district`: codes that are known already.
 */
export function PlaceFields({
  places,
  state,
  district,
}: {
  places: readonly Place[]
  state?: string
  district?: string
}) {
  const t = useT()
  const fields = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState('')

  /** The browser may have filled in the state by itself, before this script ran. */
  const readState = () => {
    const select = fields.current?.querySelector<HTMLSelectElement>(`#${fieldId('state')}`)
    setChosen(select?.value ?? '')
  }
  useEffect(readState, [])

  const shown = places.filter(({ value }) => !chosen || value === chosen)
  return (
    <div ref={fields} onChange={readState}>
      <Field
        kind="select"
        name="state"
        label={t('accounts:registration.state')}
        required
        autoComplete="address-level1"
        options={places}
        value={state}
      />
      <Field
        kind="select"
        name="district"
        label={t('accounts:registration.district')}
        hint={t('accounts:registration.district-hint')}
        required
        autoComplete="address-level2"
        options={shown.map(({ label, districts }) => ({ group: label, options: districts }))}
        value={district}
      />
    </div>
  )
}
