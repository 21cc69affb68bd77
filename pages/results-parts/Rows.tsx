import { Fragment } from 'react'

/** Facts beneath each other, each with its name. */
export const Rows = ({ rows }: { rows: readonly { label: string; value: string }[] }) => (
  <dl className="facts num">
    {rows.map(({ label, value }) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
)
