import { Card } from '#pages/ui/data/Card.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { formatCount } from '#server/i18n/format.ts'
import styles from './doctor.module.css'
import type { load } from './page.server'

type Advised = NonNullable<ReturnType<typeof useDoctor>['doctor']>
const useDoctor = () => {
  const { base, data } = useView<typeof load>()
  return { base, doctor: data.doctor, round: data.head.round, closedRound: data.head.closedRound ?? 0 }
}

/** What to look at before the list is confirmed: it warns, and never stands in the way. */
export function Doctor() {
  const { doctor } = useDoctor()
  const t = useT()
  if (!doctor) return null
  const { chances, alike, alone, suggestions } = doctor
  const hasFindings = alike.length + alone.length + suggestions.length > 0
  return (
    <Card title={t('doctor:title')}>
      {/* Who adds the last suggestion goes on here. */}
      <div id="advice" tabIndex={-1} className={`stack ${styles.advice}`}>
        {doctor.counted === 0 ? (
          <p>{t('doctor:held-first')}</p>
        ) : chances ? (
          <Odds chances={chances} doctor={doctor} />
        ) : (
          <p>{t('doctor:no-figures')}</p>
        )}
        <Sure sure={doctor.sure} />
        {hasFindings && <Findings doctor={doctor} />}
        {suggestions.length === 0 && <Refused />}
        <p className="hint">{t('doctor:only-warns')}</p>
      </div>
    </Card>
  )
}

const shown = ['likely', 'possible', 'unlikely', 'unknown'] as const
const fills = {
  likely: styles.likely,
  possible: styles.possible,
  unlikely: styles.unlikely,
  unknown: styles.unknown,
}
const marks = {
  likely: styles.ofLikely,
  possible: styles.ofPossible,
  unlikely: styles.ofUnlikely,
  unknown: undefined,
}

/** `reached`: what this season's own last round shows counts for more than that no earlier season makes a choice likely. */
function Odds({
  chances: { counts, odds, year },
  doctor: { reached, later, isHolder },
}: {
  chances: NonNullable<Advised['chances']>
  doctor: Advised
}) {
  const { base, round, closedRound } = useDoctor()
  const t = useT()
  const sumOf = (some: readonly (typeof shown)[number][]) => some.reduce((sum, band) => sum + counts[band], 0)
  const all = sumOf(shown)
  // A list of which nothing is known is not called unlikely.
  if (odds === null && all === counts.unknown) return <p>{t('doctor:no-figures')}</p>
  return (
    <>
      {counts.likely === 0 && counts.unknown < all && (
        <p>
          <b>{t('doctor:none-likely')}</b>{' '}
          {reached.length > 0
            ? t('doctor:reached', { places: reached.join(', '), round: closedRound })
            : t(isHolder ? 'doctor:none-likely-held' : 'doctor:none-likely-about')}
        </p>
      )}
      <svg className={styles.bar} viewBox={`0 0 ${all} 1`} preserveAspectRatio="none" aria-hidden="true">
        {shown.map((band, n) => (
          <rect key={band} className={fills[band]} x={sumOf(shown.slice(0, n))} width={counts[band]} height="1" />
        ))}
      </svg>
      <ul className={styles.legend}>
        {shown
          .filter((band) => band !== 'unknown' || counts.unknown > 0)
          .map((band) => (
            <li key={band} className={marks[band]}>
              <b>{formatCount(counts[band])}</b> {t(`doctor:band.${band}`)}
            </li>
          ))}
      </ul>
      {later.length > 0 && <p>{t('doctor:later', { places: later.join(', '), round: closedRound })}</p>}
      {odds !== null && (
        <p>
          {t(`doctor:odds${isHolder ? '-better' : ''}${odds >= 95 ? '-all' : odds <= 5 ? '-none' : ''}`, {
            number: odds,
          })}{' '}
          {t('doctor:record', { year })} <a href={href(base, 'chances', undefined, { round })}>{t('doctor:how')}</a>
        </p>
      )}
    </>
  )
}

/** What a choice that is nearly sure means for those below it. */
function Sure({ sure }: Pick<Advised, 'sure'>) {
  const t = useT()
  if (!sure) return null
  const { place, below, freezes } = sure
  return (
    <p>
      <b>{t(place === 1 ? 'doctor:sure' : 'doctor:sure-better', { place })}</b> {freezes && t('doctor:sure-freezes')}{' '}
      {t('doctor:sure-below', { count: below })}
    </p>
  )
}

/** The findings, each with the way to change the list. */
function Findings({ doctor: { alike, alone, suggestions } }: { doctor: Advised }) {
  const { base, round } = useDoctor()
  const t = useT()
  const inList = (code: string) => `${href(base, 'option-form/select-prefrence', undefined, { round })}#c-${code}`
  const toAdd = (q: string) => href(base, 'option-form/select-institutes', undefined, { round, q })
  return (
    <ul className={styles.findings}>
      {alike.map(({ code, place, name, other }) => (
        <li key={`${code} ${other.code}`}>
          <h3>{t('doctor:alike.title', { place })}</h3>
          <p>
            <Written>{name}</Written> ({code}) · <Written>{other.name}</Written> ({other.code}).{' '}
            {other.place ? t('doctor:alike.both', { place: other.place }) : t('doctor:alike.other')}
          </p>
          <p>
            <a href={other.place ? inList(code) : toAdd(other.code)}>
              {t(other.place ? 'doctor:look-list' : 'doctor:look-other')}
            </a>
          </p>
        </li>
      ))}
      {alone.map(({ code, by, place, name, course }) => (
        <li key={`${code} ${by}`}>
          <h3>{t(`doctor:alone.${by}`, { place })}</h3>
          <p>
            <Written>{name}</Written>, <Written>{course}</Written> ({code}). {t('doctor:alone.about')}
          </p>
          <p>
            <a href={inList(code)}>{t('doctor:look-list')}</a>
          </p>
        </li>
      ))}
      {suggestions.length > 0 && (
        <li>
          <h3>{t('doctor:near.title')}</h3>
          <Refused />
          {/* Who adds one goes on here, not at the top. */}
          <ul id="near" tabIndex={-1} className={styles.near} data-stays>
            {suggestions.map(({ code, name, about }) => (
              <li key={code}>
                <p>
                  <a href={toAdd(code)}>
                    <Written>{name}</Written>
                  </a>{' '}
                  ({code})
                  <br />
                  {about}
                </p>
                <Form name={`add-${code}`} submit={<Add name={name} />} kind="quiet">
                  <input type="hidden" name="add" value={code} />
                </Form>
              </li>
            ))}
          </ul>
          <p className="hint">{t('doctor:near.about')}</p>
        </li>
      )}
    </ul>
  )
}

/** Why a suggestion was not added; the error summary links to it. */
function Refused() {
  const { form } = useView()
  const t = useT()
  const faults = form?.errors.filter(({ field }) => field === 'choices') ?? []
  if (faults.length === 0) return null
  return (
    <div id={fieldId('choices')} tabIndex={-1} className="field bad">
      {faults.map(({ message }) => (
        <p className="msg" key={message}>
          <VisuallyHidden>{t('shell:form.error')} </VisuallyHidden>
          {message}
        </p>
      ))}
    </div>
  )
}

/** A short visible label, with the institute for screen readers. */
function Add({ name }: { name: string }) {
  const t = useT()
  return (
    <>
      {t('doctor:near.add')}
      <VisuallyHidden>
        {' '}
        <Written>{name}</Written>
      </VisuallyHidden>
    </>
  )
}
