import type { TextValues } from '#server/i18n/page-text.ts'

/** The checks, in the order of the page. */
export const checkNames = ['script', 'cookies', 'storage', 'upload', 'print', 'screen', 'clock'] as const
export type CheckName = (typeof checkNames)[number]

export type Finding = { state: 'fine' | 'limited' | 'broken'; text: FindingText; values?: TextValues }

/** The last part of the finding's text key: `application:test.<check>.<text>`. */
type FindingText = 'fine' | 'limited' | 'broken' | 'limited-ahead' | 'limited-behind' | 'unanswered'

const fine: Finding = { state: 'fine', text: 'fine' }
const limited: Finding = { state: 'limited', text: 'limited' }
const broken: Finding = { state: 'broken', text: 'broken' }

function storage(): Finding {
  const key = 'device-check'
  try {
    localStorage.setItem(key, key)
    const isKept = localStorage.getItem(key) === key
    localStorage.removeItem(key)
    return isKept ? fine : broken
  } catch {
    return broken
  }
}

/** The browser reduces photos on a canvas before it sends them. */
async function upload(): Promise<Finding> {
  const input = document.createElement('input')
  input.type = 'file'
  if (input.disabled || typeof FormData === 'undefined' || typeof FileReader === 'undefined') return broken
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 2
  if (!canvas.getContext('2d') || !canvas.toBlob) return limited
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.8))
  return blob?.type === 'image/jpeg' ? fine : limited
}

/** Apps that embed the portal have a `print` that does nothing. */
function print(): Finding {
  const isEmbedded = 'ReactNativeWebView' in window || /; wv\)/.test(navigator.userAgent)
  return typeof window.print === 'function' && !isEmbedded ? fine : limited
}

function screenSize(): Finding {
  const values = { width: window.innerWidth, height: window.innerHeight }
  return values.width >= 320 ? { ...fine, values } : { ...limited, values }
}

const tolerance = 45_000

/**
 * Compares the device's clock, halfway through a request, with the `Date` of the answer, which counts whole seconds.
 * `address`: any address of the portal that is never cached.
 */
async function clock(address: string): Promise<Finding> {
  const asked = Date.now()
  const response = await fetch(address, { cache: 'no-store' }).catch(() => null)
  const told = Date.parse(response?.headers.get('date') ?? '')
  if (Number.isNaN(told)) return { state: 'limited', text: 'unanswered' }
  const ahead = (asked + Date.now()) / 2 - (told + 500)
  if (Math.abs(ahead) <= tolerance) return fine
  const values = { minutes: Math.max(1, Math.round(Math.abs(ahead) / 60_000)) }
  return { state: 'limited', text: ahead > 0 ? 'limited-ahead' : 'limited-behind', values }
}

/** Runs one check of this device. Needs a browser. */
export async function look(check: CheckName, address: string): Promise<Finding> {
  switch (check) {
    case 'script':
      return fine
    case 'cookies':
      return navigator.cookieEnabled ? fine : broken
    case 'storage':
      return storage()
    case 'upload':
      return upload()
    case 'print':
      return print()
    case 'screen':
      return screenSize()
    case 'clock':
      return clock(address)
  }
}
