import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { PageContext } from '#pages/ui/view.ts'
import { pageTexts } from '#server/i18n/texts.ts'
import { aView } from './a-view'

const shown = (data: { resendIn?: number } | null, sent?: { at: number; resendIn: number }) => {
  const view = aView({ data })
  return renderToString(
    <PageContext value={{ view, t: pageTexts.en, signedIn: null }}>
      <ResendButton sent={sent} />
    </PageContext>,
  )
}

test('the button says for how long there is no other OTP: by the page, or by the OTP that the form itself asked for', () => {
  expect(shown({ resendIn: 12 })).toContain('another OTP 12 seconds from now')
  expect(shown({ resendIn: 0 })).not.toContain('from now')
  expect(shown(null)).not.toContain('from now')
  expect(shown({ resendIn: 0 }, { at: 5_000_000, resendIn: 30 })).toContain('another OTP 30 seconds from now')
})
