import type { ReactNode } from 'react'
import styles from './OtherWays.module.css'

/** Under a form: the other ways on from here, each a paragraph. */
export const OtherWays = ({ children }: { children: ReactNode }) => <div className={styles.ways}>{children}</div>
