import type { ReactNode } from 'react'
import './OtherWays.css'

/** Under a form: the other ways on from here, each a paragraph. */
export const OtherWays = ({ children }: { children: ReactNode }) => <div className="other-ways">{children}</div>
