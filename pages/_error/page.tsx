import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'

/** `reason`: why a record is closed, in place of the words of the status: nothing unexpected has happened. */
type Data = () => { status: number; reference: string | null; reason: string | null }

const known = [400, 403, 404, 405, 500, 503] as const
type Known = (typeof known)[number]

/** A status without its own text uses the text of its class: our fault (500) or the request's (400). */
const kinOf = (status: number): Known => known.find((one) => one === status) ?? (status >= 500 ? 500 : 400)

/** What happened, the prescribed words with the status, reassurance about saved work, and the links home. Source: rules §18.6. */
export default function ErrorPage() {
  const { base, cellBase, session, staff, data } = useView<Data>()
  const t = useT()
  const kin = kinOf(data.status)
  // A form that is refused says these two on its own page.
  const about = kin === 403 || kin === 503 ? t(`shell:error.about-${kin}`) : t(`error:about-${kin}`)
  return (
    <section className="fault">
      <h1>{t(`error:heading-${data.reason ? 'closed' : kin}`)}</h1>
      {!data.reason && (
        <p className="lead">
          {t('error:title')} {kin === data.status ? t(`error:${kin}`) : data.status}
        </p>
      )}
      <p>{data.reason ?? about}</p>
      {data.reference && (
        <p>
          <b>{t('shell:error.reference', { reference: data.reference })}</b>
          <br />
          {t('error:tell')}
        </p>
      )}
      <div className="actions">
        {staff ? (
          <Button href={href(cellBase, 'home')}>{t('signedin:to-desk')}</Button>
        ) : (
          <Button href={href(base, 'home')}>{t('shell:to-home')}</Button>
        )}
        {session && (
          <Button href={href(base, 'dashboard')} kind="quiet">
            {t('signedin:to-dashboard')}
          </Button>
        )}
      </div>
    </section>
  )
}
