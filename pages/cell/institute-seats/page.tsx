import { CourseCard } from '#pages/parts/seat-matrix/CourseCard.tsx'
import { SeatTable } from '#pages/parts/seat-matrix/Seats.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** An institute's own seats, and the vacancies after each round. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { code, institute, passed } = data
  return (
    <>
      <h1>{t('staff:menu.institute-seats')}</h1>
      {institute === null ? (
        <>
          <p role="status">{t(data.isPublished ? 'seats:desk.no-institute' : 'seats:desk.none-published', { code })}</p>
          {data.asked && <Attestation />}
        </>
      ) : (
        <>
          <p className="lead">
            <Written>{institute.name}</Written> ({code})
          </p>
          {data.asked && <Attestation />}
          {passed.length > 0 && (
            <Card title={t('seats:desk.passed.title')}>
              <p>{t('seats:desk.passed.about')}</p>
              <Table
                caption={t('seats:desk.passed.title')}
                rows={passed}
                keyOf={({ choiceCode }) => choiceCode}
                columns={[
                  { title: t('seats:desk.passed.course'), cell: ({ choiceCode }) => choiceCode },
                  { title: t('seats:desk.passed.seats'), cell: ({ count }) => count, isFigure: true },
                ]}
              />
            </Card>
          )}
          <Account />
          {institute.courses.map((course) => (
            <CourseCard key={course.choiceCode} course={course} />
          ))}
        </>
      )}
    </>
  )
}

/** The institute's lines of a seat matrix that is not published yet, to sign or to object to. */
function Attestation() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { edition, number, until, isOpen, courses, answer } = data.asked!
  const lines = courses.map(({ choiceCode, course, sanctioned, seats, objection }) => (
    <section key={choiceCode}>
      <h3>
        <Written>{course}</Written> {choiceCode}
      </h3>
      <p>
        {t('institutes:total.sanctioned')}: {sanctioned}
      </p>
      <SeatTable label={t('institutes:of-course', { course: `${course} ${choiceCode}` })} seats={seats} />
      {isOpen ? (
        <Field
          kind="textarea"
          name={`reason-${choiceCode}`}
          label={t('seats:attest.objection', { choiceCode })}
          hint={t('seats:attest.objection-hint')}
          value={objection ?? undefined}
          rows={2}
          maxLength={300}
        />
      ) : (
        objection !== null && <Written as="p">{objection}</Written>
      )}
    </section>
  ))
  return (
    <Card tone={isOpen ? 'next' : 'plain'} title={t('seats:attest.own-title', { number })}>
      <p>{t(isOpen ? 'seats:attest.own-until' : 'seats:attest.own-over', { at: until })}</p>
      {answer && (
        <Banner tone={answer.verdict === 'signed' ? 'ok' : 'warn'}>
          {t(`seats:attest.verdict.${answer.verdict}`)} · {t('seats:attest.by', answer)}
        </Banner>
      )}
      {isOpen ? (
        <Form
          submit={t('seats:attest.object')}
          kind="quiet"
          name="attest"
          beside={
            <Button name="intent" value="sign">
              {t('seats:attest.sign')}
            </Button>
          }
        >
          <input type="hidden" name="edition" value={edition} />
          {lines}
        </Form>
      ) : (
        lines
      )}
    </Card>
  )
}

/** The account that receives the institute's part of the fees. */
function Account() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { account } = data
  return (
    <Card title={t('seats:desk.account.title')}>
      {account ? (
        <>
          <Facts
            facts={(['holder', 'number', 'ifsc', 'bank', 'branch'] as const).map((fact) => ({
              label: t(`seats:desk.account.${fact}`),
              value: account[fact],
              isWritten: true,
            }))}
          />
          <p>{t('seats:desk.account.about')}</p>
        </>
      ) : (
        <p>{t('seats:desk.account.none')}</p>
      )}
    </Card>
  )
}
