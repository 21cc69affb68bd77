import { useMemo } from 'react'
import { CheckScreen, type Files, Head } from '#pages/parts/checking/CheckScreen.tsx'
import { Judging } from '#pages/parts/checking/Judging.tsx'
import { judgingKeys } from '#pages/parts/checking/KeyMap.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** A confirmed form on the screen of scrutiny, read again by an officer who sees no first verdict. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { userId, fullName, facts, isMine } = data
  const files = useMemo(
    (): Files => ({
      fileAt: ({ kind, uploadedAt }) =>
        href(cellBase, 'second-reading/:userId/file/:name', { userId, name: kind }, { at: uploadedAt }),
      pageAt: ({ kind, uploadedAt }, page) =>
        href(
          cellBase,
          'second-reading/:userId/file/:name/:page',
          { userId, name: kind, page: String(page) },
          { at: uploadedAt },
        ),
    }),
    [cellBase, userId],
  )
  if (!isMine) return <Banner tone="info">{t('scrutiny:second.not-yours')}</Banner>
  return (
    <CheckScreen {...{ facts, files }} keys={judgingKeys} isWork opened={[]}>
      {(screen) => (
        <Judging
          {...screen}
          {...{ facts, files }}
          version={1}
          hasEffects={false}
          isSaved={false}
          head={(progress) => (
            <Head
              back={{ title: t('staff:menu.scrutiny'), href: href(cellBase, 'scrutiny') }}
              id={userId}
              name={fullName}
              progress={progress}
            >
              {t('scrutiny:second.title')}
            </Head>
          )}
          resultOf={(given) =>
            facts.every(({ name }) => given[`verdict-${name}`])
              ? { title: t('scrutiny:second.preview'), lines: [] }
              : null
          }
        >
          <Field kind="checkbox" name="onward" label={t('scrutiny:onward')} value="true" />
        </Judging>
      )}
    </CheckScreen>
  )
}
