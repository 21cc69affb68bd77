import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { LogoutForm } from '#pages/ui/signed-in/LogoutForm.tsx'
import { useT } from '#pages/ui/view.ts'

/** At the end of what a candidate came for: the way out on a computer that others use, for good or for the next one. */
export function SharedComputer() {
  const t = useT()
  return (
    <div className="screen-only">
      <Card title={t('signedin:shared.title')}>
        <p>{t('signedin:shared.about')}</p>
        <div className="actions">
          <LogoutForm>
            <Button kind="quiet">{t('signedin:menu.logout')}</Button>
          </LogoutForm>
          <LogoutForm to="login">
            <Button kind="quiet">{t('signedin:shared.next')}</Button>
          </LogoutForm>
        </div>
      </Card>
    </div>
  )
}
