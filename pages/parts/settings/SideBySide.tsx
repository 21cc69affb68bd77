import type { ReactNode } from 'react'
import type { ShownField } from './fields.server'
import { SettingInput } from './SettingInput'
import styles from './SideBySide.module.css'

/** Fields that belong together, in one line where there is room. */
export const SideBySide = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>

/** Inputs side by side; what holds for all of them is said above. */
export const InputsInLine = ({ fields }: { fields: readonly ShownField[] }) => (
  <SideBySide>
    {fields.map((field) => (
      <SettingInput key={field.name} {...field} hint={undefined} />
    ))}
  </SideBySide>
)
