import { useEffect, useRef, useState } from 'react'
import { fieldId } from '#pages/ui/field-id.ts'
import { type Choice, Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'

type Place = Choice & { districts: readonly Choice[] }

/**
 * State and district. The districts are grouped by state; with JavaScript only those of the chosen state remain.
 * `state`, `district`: the codes known so far.
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
  const keptDistrict = useRef('')
  const [chosen, setChosen] = useState('')
  const select = (name: string) => fields.current!.querySelector<HTMLSelectElement>(`#${fieldId(name)}`)!

  const readChoices = () => {
    setChosen(select('state').value)
    keptDistrict.current = select('district').value
  }
  // Include the values that the browser filled in before this script ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over
  useEffect(readChoices, [])

  // A change of language rebuilds the groups: keep the chosen district.
  useEffect(() => {
    const { current: kept } = keptDistrict
    const district = select('district')
    const isThere = Array.from(district.options).some(({ value }) => value === kept)
    if (!district.value && isThere) district.value = kept
  })

  const shown = places.filter(({ value }) => !chosen || value === chosen)
  return (
    <div ref={fields} className="fields" onChange={readChoices}>
      <Field
        kind="select"
        name="state"
        label={t('registration:state')}
        required
        autoComplete="address-level1"
        width="half"
        options={places}
        value={state}
      />
      <Field
        kind="select"
        name="district"
        label={t('registration:district')}
        required
        autoComplete="address-level2"
        width="half"
        options={shown.map(({ label, districts }) => ({ group: label, options: districts }))}
        value={district}
      />
    </div>
  )
}
