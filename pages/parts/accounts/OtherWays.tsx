import type { ReactNode } from 'react'
import styles from './OtherWays.module.css'

/** The alternatives under a form, each in a paragraph. */
export const OtherWays = ({ children }: { children: ReactNode }) => <div className={styles.ways}>{children}</div>
