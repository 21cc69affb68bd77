import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { ShownField } from './fields.server'
import { InputsInLine } from './SideBySide'

/** How a round works: when a seat freezes, who reports, how far seats are converted. */
const perRound = 3

/** The inputs of every round, a line for each. The rounds after the last one that takes place are folded away. */
export function RoundInputs({ fields }: { fields: readonly ShownField[] }) {
  const { form } = useView()
  const t = useT()
  const rounds = Array.from({ length: fields.length / perRound }, (_, place) =>
    fields.slice(place * perRound, (place + 1) * perRound),
  )
  const isWanted = ({ name, value }: ShownField) =>
    !!(form?.values[name] ?? value) || form?.errors.some(({ field }) => field === name)
  const wanted = rounds.map((round) => round.some(isWanted)).lastIndexOf(true) + 1
  const lines = (some: typeof rounds) => some.map((round) => <InputsInLine key={round[0]!.name} fields={round} />)
  return (
    <>
      <p>{t('season:hint.rounds.freeze')}</p>
      {lines(rounds.slice(0, wanted))}
      {wanted < rounds.length && (
        <Disclosure summary={t('season:more-rounds')}>{lines(rounds.slice(wanted))}</Disclosure>
      )}
    </>
  )
}
