import { type FormEvent, useState } from 'react'
import { Icon } from '#pages/ui/data/Icon.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'
import { passwordRules } from '#server/domain/terms/person.ts'
import styles from './NewPasswordFields.module.css'

/**
 * A new password and its confirmation. Its rules are a list; with JavaScript each is ticked as somebody types. `isFirst`: the
 * account has no password yet. Source: rules §18.14.
 */
export function NewPasswordFields({ isFirst }: { isFirst?: boolean }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const read = ({ target }: FormEvent) => {
    const { name, value } = target as HTMLInputElement
    if (name === 'password') setTyped(value)
  }
  return (
    <div onInput={read}>
      <Field
        kind="password"
        name="password"
        label={t(isFirst ? 'proof:password.label' : 'proof:password.new')}
        hint={<Rules typed={typed} />}
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

const names = Object.keys(passwordRules) as (keyof typeof passwordRules)[]

function Rules({ typed }: { typed: string }) {
  const t = useT()
  return (
    <span className={styles.rules}>
      {names.map((name) => {
        const isMet = passwordRules[name].test(typed)
        return (
          <span key={name} data-met={isMet || undefined}>
            <Icon name="step" />
            <span>
              {t(`proof:password.rule.${name}`)}
              <VisuallyHidden>{isMet ? ` (${t('proof:password.met')})` : ';'}</VisuallyHidden>
            </span>
          </span>
        )
      })}
    </span>
  )
}
