import type { FormEvent } from 'react'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'
import styles from './NewPasswordFields.module.css'

// The first load of the page is full. Without the part, as without the network, the list stays as it is.
const tick = ({ target }: FormEvent) =>
  void import('./password-ticks').then(
    (part) => part.tick(target),
    () => {},
  )

/**
 * A new password and its confirmation. Its rules are a list; with JavaScript each is ticked as somebody types. `isFirst`: the
 * account has no password yet. Source: rules §18.14.
 */
export function NewPasswordFields({ isFirst }: { isFirst?: boolean }) {
  const t = useT()
  return (
    <div onInput={tick}>
      <Field
        kind="password"
        name="password"
        label={t(isFirst ? 'proof:password.label' : 'proof:password.new')}
        hint={
          <span className={styles.rules} data-rules="">
            {t('proof:password.rules')
              .split(';')
              .map((rule) => (
                <span key={rule}>{rule}</span>
              ))}
          </span>
        }
        required
        autoComplete="new-password"
      />
      <Field
        kind="password"
        name="confirmPassword"
        label={t('proof:password.confirm')}
        required
        autoComplete="new-password"
      />
    </div>
  )
}
