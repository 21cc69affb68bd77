import { useMemo } from 'react'
import { StatusTag } from '#pages/parts/certificates/Standing.tsx'
import { CheckScreen, type Files, Head, type Screen } from '#pages/parts/checking/CheckScreen.tsx'
import { Decided, Deciding } from '#pages/parts/checking/Deciding.tsx'
import { FactRow } from '#pages/parts/checking/FactRow.tsx'
import { decidingKeys } from '#pages/parts/checking/KeyMap.tsx'
import { ReplyFields } from '#pages/parts/checking/ReplyFields.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { show } from './page.server'

/** One certificate on the screen of every check: what it states beside what the form says, the file, and the verdict. */
export default function Page() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { kind, fullName, userId, status, remark, rows, file, id, next, replies } = data
  const files = useMemo(
    (): Files => ({
      fileAt: ({ uploadedAt }) => href(cellBase, 'certificates/:id/file', { id }, { at: uploadedAt }),
      pageAt: ({ uploadedAt }, page) =>
        href(cellBase, 'certificates/:id/file/:page', { id, page: String(page) }, { at: uploadedAt }),
    }),
    [cellBase, id],
  )
  const documents = file ? [{ kind, pages: file.pages, uploadedAt: file.uploadedAt }] : []
  const facts = [
    { name: 'stated', title: t(`documents:kind.${kind}`), ...statedRows(data, t), documents },
    { name: 'form', title: t('certificates:case.form'), rows: rows.map(({ label, value }) => ({ label, value })) },
  ]
  const to = next === null ? null : href(cellBase, 'certificates/:id', { id: String(next) })
  const head = (
    <Head
      back={{ title: t('staff:menu.certificates'), href: href(cellBase, 'certificates') }}
      id={userId}
      name={fullName}
    >
      {t(`documents:kind.${kind}`)} · <StatusTag status={status} />
    </Head>
  )
  const list = ({ current, onShow }: Screen) =>
    facts.map((fact) => <FactRow key={fact.name} {...{ fact, files, onShow }} isCurrent={fact.name === current} />)
  return (
    <CheckScreen {...{ facts, files }} keys={decidingKeys} isWork={status === 'uploaded'}>
      {(screen) =>
        status === 'uploaded' ? (
          <Deciding
            {...screen}
            {...{ head, next: to }}
            field="verdict"
            legend={t('certificates:case.verdict')}
            verdicts={[
              {
                value: 'verified',
                label: t('certificates:case.accept'),
                effect: t('certificates:case.accept-about'),
              },
              {
                value: 'rejected',
                label: t('certificates:case.reject'),
                effect: t('certificates:case.reject-about'),
                isRefusal: true,
                fields: (
                  <ReplyFields
                    choices={replies}
                    name="remark"
                    label={t('certificates:case.reason')}
                    hint={t('certificates:case.reason-hint')}
                    maxLength={300}
                    rows={2}
                  />
                ),
              },
            ]}
          >
            {list(screen)}
          </Deciding>
        ) : (
          <Decided {...screen} {...{ head, next: to }} said={remark ? <Written>{remark}</Written> : null}>
            {list(screen)}
          </Decided>
        )
      }
    </CheckScreen>
  )
}

/** The marks that the candidate copied from the certificate, each beside the one in the form. */
function statedRows({ stated, expected }: Shown, t: ReturnType<typeof useT>) {
  if (!stated || !expected) return { rows: [] }
  const names = ['cgpa', 'scale', 'percentage'] as const
  const isSame = names.every((name) => Number(stated[name]) === Number(expected[name]))
  return {
    note: isSame ? t('certificates:case.same') : undefined,
    warning: isSame ? undefined : t('certificates:case.differs'),
    rows: names.map((name) => ({
      label: t(`certificates:cgpa.${name}`),
      value: t('certificates:case.both', { stated: stated[name], form: expected[name] }),
    })),
  }
}

type Shown = ReturnType<typeof useView<typeof show>>['data']
