import type { Database } from '#db/client.ts'
import type { Region } from '#server/domain/terms/regions.ts'
import type { StaffRole } from '#server/domain/terms/staff.ts'
import type { Bilingual } from '#server/kernel/languages.ts'
import { days, type Instant } from '#server/kernel/time.ts'
import { type DemoStore, demoStore } from './store'

/** A member of staff to log in as; the key is the login name too. Every portal of a demo has all of them. */
type StaffPersona = {
  key: string
  role: StaffRole
  fullName: string
  about: Bilingual
  centre: string | null
  region: Region | null
  institute: string | null
}

const stateWide = { centre: null, region: null, institute: null }

export const staffPersonas: readonly StaffPersona[] = [
  {
    ...stateWide,
    key: 'fc',
    role: 'fc',
    fullName: 'Meena Prakash Gaikwad',
    about: { en: 'Facilitation centre in Pune', mr: 'पुणे येथील सुविधा केंद्र' },
    centre: 'FC02',
  },
  {
    ...stateWide,
    key: 'so',
    role: 'so',
    fullName: 'Vikas Dattatray Shinde',
    about: { en: 'Scrutiny officer: checks applications online', mr: 'छाननी अधिकारी: अर्जांची ऑनलाइन छाननी' },
  },
  {
    ...stateWide,
    key: 'institute',
    role: 'institute',
    fullName: 'Farida Nasir Pathan',
    about: { en: 'Institute: the admissions office', mr: 'संस्था: प्रवेश कार्यालय' },
    institute: '9001',
  },
  {
    ...stateWide,
    key: 'ro',
    role: 'ro',
    fullName: 'Shubhangi Arun Joshi',
    about: { en: 'Regional office, Pune', mr: 'विभागीय कार्यालय, पुणे' },
    region: 'pune',
  },
  {
    ...stateWide,
    key: 'admin',
    role: 'admin',
    fullName: 'Nitin Bhaskar Pawar',
    about: { en: 'Admin of the cell', mr: 'कक्षाचे प्रशासक' },
  },
  {
    ...stateWide,
    key: 'admin-2',
    role: 'admin',
    fullName: 'Rekha Sunil Thakur',
    about: {
      en: 'Second admin: releases what the first one prepared',
      mr: 'दुसरे प्रशासक: पहिल्याने तयार केलेले प्रसिद्ध करतात',
    },
  },
]

/**
 * Writes the accounts as they are after a first login, and returns the ids of the scrutiny officers. Joins the
 * transaction of the seed.
 */
export function seedStaff(store: Pick<DemoStore, 'addStaff'>, passwordHash: string, now: Instant): number[] {
  const officers: number[] = []
  for (const { key, about: _, ...person } of staffPersonas) {
    const id = store.addStaff({
      ...person,
      loginName: key,
      passwordHash,
      mustChangePassword: false,
      createdAt: now - days(30),
    })
    if (person.role === 'so') officers.push(id)
  }
  return officers
}

/** A persona as the actor that services expect. */
export function staffPersona({ db }: { db: Database }, key: string) {
  const { role, centre, region, institute } = staffPersonas.find((persona) => persona.key === key)!
  return { id: demoStore(db).staffId(key), loginName: key, role, centre, region, institute }
}
