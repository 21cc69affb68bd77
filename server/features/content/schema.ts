import Type, { type Static } from 'typebox'
import { emailPattern } from '../../domain/application/person'
import { siteAddressPattern, telephonePattern } from '../../domain/portal/cell-settings'
import { uploadedPdfs } from '../../domain/portal/public-pdfs'
import { contract, field } from '../../http/shape'

const words = (fault: string, maxLength: number) => field({ fault, minLength: 3, maxLength })
const email = (fault: string) => field({ fault, maxLength: 254, pattern: emailPattern, tidy: 'email' })
const site = Type.Optional(field({ fault: 'loginLink', maxLength: 300, pattern: siteAddressPattern }))
const sum = (fault: string) => Type.Integer({ fault, minimum: 1, maximum: 100_000 })

export const ContactChange = contract({
  intent: Type.Literal('contact'),
  phone: field({ fault: 'cellPhone', maxLength: 26, pattern: telephonePattern }),
  email: email('cellEmail'),
  hoursEn: words('cellHours', 100),
  hoursMr: words('cellHours', 100),
  officerEn: words('cellOfficer', 160),
  officerMr: words('cellOfficer', 160),
  officerEmail: email('cellEmail'),
  /** Sent once the writer has seen the preview. */
  confirmed: Type.Optional(Type.Enum(['yes'] as const)),
})
export type ContactChange = Static<typeof ContactChange>

/** An empty address means the built-in desk. */
export const LoginLinksChange = contract({
  intent: Type.Literal('login-links'),
  'ara-home': site,
  'ara-courses': site,
  fc: site,
  institute: site,
  ro: site,
  so: site,
  admin: site,
  /** Sent once the writer has seen the preview. */
  confirmed: Type.Optional(Type.Enum(['yes'] as const)),
})
export type LoginLinksChange = Static<typeof LoginLinksChange>

/** Rupees. The date they take effect is on the portal's clock; now by default. */
export const FeesChange = contract({
  intent: Type.Literal('fees'),
  open: sum('feeOpen'),
  reserved: sum('feeReserved'),
  date: Type.Optional(field({ fault: 'feeDate', maxLength: 10, pattern: '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' })),
  /** The fees and the date that the writer saw and agreed to. */
  confirmed: Type.Optional(field({ fault: 'agreedTo', maxLength: 40 })),
})
export type FeesChange = Static<typeof FeesChange>

/** The text fields of a public file, sent with its bytes. `address`: the fixed name of a document in the menu. */
export const PublicFileDraft = contract({
  address: Type.Optional(Type.Enum(uploadedPdfs, { fault: 'fileAddress' })),
  titleEn: words('fileTitle', 160),
  titleMr: words('fileTitle', 160),
})
export type PublicFileDraft = Static<typeof PublicFileDraft>

export const PublicFileAct = contract({
  intent: Type.Enum(['withdraw'] as const),
  id: field({ fault: 'fileId', maxLength: 9, pattern: '^[1-9][0-9]*$' }),
})
