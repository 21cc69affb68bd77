import { categoryDetailsForm } from '#server/domain/application/form/category-details.ts'
import type { FormRules, QualificationPlan } from '#server/domain/application/form/form-rules.ts'
import { entriesOf, findEntry } from '#server/domain/application/form/lists.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import { findState } from '#server/domain/terms/places.ts'
import type { Answers, ListName, Question, StepAnswers, StepForm } from '#server/domain/terms/question.ts'
import type { Draw } from './draw'
import type { Story } from './stories'

/** Answers of a step while they are drawn; undefined means not answered. */
type Drawn = Record<string, string | undefined>

const answered = (drawn: Drawn): StepAnswers =>
  Object.fromEntries(Object.entries(drawn).flatMap(([name, answer]) => (answer === undefined ? [] : [[name, answer]])))

/** Without answers to questions that the course does not ask. */
function onlyAsked({ sections }: StepForm, given: StepAnswers): StepAnswers {
  const asked = new Set(sections.flatMap(({ questions }) => questions.map(({ name }) => name)))
  return Object.fromEntries(Object.entries(given).filter(([name]) => asked.has(name)))
}

const yesNo = (claim: boolean) => (claim ? 'yes' : 'no')

/** A day of the years from `first` to `last`. */
const day = (draw: Draw, first: number, last = first) =>
  `${draw.whole(first, last)}-${String(draw.whole(1, 12)).padStart(2, '0')}-${String(draw.whole(1, 28)).padStart(2, '0')}`

const code = (draw: Draw, list: ListName, group?: string) =>
  draw.pick(entriesOf(list, group).filter(({ code }) => !code.endsWith('other'))).code

const districtOf = (draw: Draw, state: string) => draw.pick(findState(state)!.districts).code
/** Most people's papers come from their own district, the others' from anywhere in Maharashtra. */
const ownDistrict = (draw: Draw, { state, district }: Story) =>
  state === 'MH' && draw.chance(0.8) ? district : districtOf(draw, 'MH')
const paper = (draw: Draw, office: string) => `${office}/${draw.whole(2019, 2023)}/${draw.whole(1000, 99_999)}`

/** The states in which the candidate passed SSC and, later, the qualifying examination. */
type Schooling = { sscState: string; examState: string; examDistrict: string }

const elsewhere = ['GJ', 'MP', 'GA', 'TG', 'KA', 'UP']

function schoolingOf(draw: Draw, story: Story, isDegree: boolean): Schooling {
  const { type, state, district } = story
  if (type === 'E' || type === 'OMS') return { sscState: state, examState: state, examDistrict: district }
  const away = type.startsWith('J-') ? 'JK' : draw.pick(elsewhere)
  const home = type === 'A' ? 'MH' : away
  // For the degree course, those of types B to D may have come to Maharashtra for it.
  const examState = isDegree && type !== 'A' && draw.chance(0.5) ? 'MH' : home
  const examDistrict = examState === 'MH' ? ownDistrict(draw, story) : districtOf(draw, examState)
  return { sscState: home, examState, examDistrict }
}

/**
 * All five question steps of the form, answered to fit this story: every question that is asked and no other, so that
 * `checkStep` accepts each step. The same draw gives the same answers.
 */
export function drawAnswers(rules: FormRules, story: Story, draw: Draw): Answers {
  const isDegree = rules.qualification === 'degree'
  const plan = typeof rules.qualification === 'string' ? null : rules.qualification
  const schooling = schoolingOf(draw, story, isDegree)
  const tongue = tongueOf(draw, story)
  const claimed: Answers = {
    'type-of-candidature': { mode: String(story.mode), type: story.type },
    'type-details': answered(typeAnswers(draw, story, schooling, isDegree)),
    'category-details': onlyAsked(categoryDetailsForm(rules), answered(categoryAnswers(draw, story, tongue))),
  }
  const claims = claimsOf(claimed)!
  const least = claims.category !== 'OPEN' || claims.isDisabled ? 45 : 50
  const [first, last] = isDegree ? [2013, 2018] : plan ? [2015, 2020] : [2017, 2022]
  const sscYear = draw.whole(first, last)
  const passed = isDegree
    ? degreeAnswers(draw, story, schooling, { sscYear, least })
    : plan
      ? planAnswers(draw, plan, schooling, sscYear)
      : scienceAnswers(draw, story, schooling, sscYear)
  return {
    ...claimed,
    'qualifications-details': answered(passed),
    'personal-details': answered(personalAnswers(draw, story, { tongue, sscYear })),
  }
}

const institutes = ['Arts, Science and Commerce College', 'College of Engineering', 'Institute of Technology']
const employers = ['Central Railway', 'Bharat Sanchar Nigam Limited', 'Life Insurance Corporation of India']
const instituteIn = (draw: Draw, district: string) =>
  `${draw.pick(institutes)}, ${findEntry('districts', district)!.en}`

function typeAnswers(draw: Draw, story: Story, schooling: Schooling, isDegree: boolean): Drawn {
  const { type, motherName } = story
  const { sscState, examState, examDistrict } = schooling
  const ofMaharashtra = () => ownDistrict(draw, story)
  const exam = { examState, examDistrict }
  const parent = draw.pick(['father', 'mother'] as const)
  switch (type) {
    case 'A': {
      const taluka = code(draw, 'talukas', examDistrict)
      const tie = draw.chance(0.85) ? 'domicile' : 'birth'
      return {
        ...(isDegree && { sscState }),
        ...exam,
        examTaluka: taluka,
        examVillage: findEntry('talukas', taluka)!.en,
        ...(isDegree && { tie, tieDistrict: ofMaharashtra() }),
      }
    }
    case 'B':
      return {
        ...(story.isOrphan
          ? { domicileHolder: 'candidate', motherMissing: 'not-named' }
          : { domicileHolder: parent, motherName }),
        domicileDistrict: ofMaharashtra(),
        ...(isDegree && { sscState, examState }),
      }
    case 'C':
      return {
        proformaHolder: parent,
        motherName,
        postingDistrict: ofMaharashtra(),
        ...(isDegree && { employer: draw.pick(employers), postedOn: day(draw, 2015, 2023) }),
      }
    case 'D':
      return draw.chance(0.6)
        ? { proforma: 'B-1', proformaHolder: parent, reportedDistrict: ofMaharashtra(), motherName }
        : { proforma: 'B-2', proformaHolder: parent, retirementDistrict: ofMaharashtra(), motherName }
    case 'E':
      return { ...exam, examInstitute: instituteIn(draw, examDistrict) }
    case 'OMS':
      return { ...exam, examInstitute: instituteIn(draw, examDistrict), ...(isDegree && { domicile: 'no' }) }
    default:
      return {
        ...(type === 'J-1' || type === 'J-4'
          ? { jkHolder: draw.pick(['candidate', 'father', 'mother']) }
          : { jkParent: parent, jkParentOffice: draw.pick(employers) }),
        jkDistrict: districtOf(draw, 'JK'),
        jkCertificateNumber: paper(draw, 'RC'),
        jkCertificateDate: day(draw, 2010, 2023),
      }
  }
}

const stateTypes = ['A', 'B', 'C', 'D', 'E']

function categoryAnswers(draw: Draw, story: Story, tongue: string): Drawn {
  if (!stateTypes.includes(story.type)) return {}
  const minorities = {
    religiousMinority: minorityOf('religious-minorities', `religion-${story.community}`, story),
    linguisticMinority: minorityOf('linguistic-minorities', `language-${tongue}`, story),
    tfws: yesNo(story.isTfws),
  }
  return story.type === 'E' ? minorities : { ...reservationAnswers(draw, story), ...minorities }
}

const minorityOf = (list: ListName, minority: string, { claimsMinority }: Story) =>
  claimsMinority && findEntry(list, minority) ? minority : undefined

function reservationAnswers(draw: Draw, story: Story): Drawn {
  const { category, isEws, isDisabled, defence, isOrphan } = story
  const isReserved = category !== 'OPEN'
  const hasCreamyLayer = isReserved && category !== 'SC' && category !== 'ST'
  const status = () => draw.weighted([['have', 76] as const, ['applied', 20] as const, ['not-applied', 4] as const])
  return {
    category,
    ...(isReserved && {
      caste: code(draw, 'castes', category),
      casteCertificateNumber: paper(draw, 'MRC'),
      casteCertificateDate: day(draw, 2018, 2020),
      casteCertificateDistrict: ownDistrict(draw, story),
      ...certificate(draw, 'validity', status()),
    }),
    ...(hasCreamyLayer && creamyLayer(draw, status())),
    ...(!isReserved && { ews: yesNo(isEws) }),
    ...(isEws && ewsCertificate(draw, story)),
    disability: yesNo(isDisabled),
    ...(isDisabled && {
      disabilityType: draw.pick(['locomotor', 'low-vision', 'hearing-impairment', 'sickle-cell']),
      disabilityPercent: String(draw.whole(8, 18) * 5),
    }),
    defence: defence ?? 'none',
    orphan: yesNo(isOrphan),
  }
}

type CertificateStatus = 'have' | 'applied' | 'not-applied'

/** A certificate in hand, or the receipt of an application for it. */
function certificate(draw: Draw, stem: string, status: CertificateStatus): Drawn {
  const numbered = (what: string, first: number, last: number) => ({
    [`${stem}${what}Number`]: paper(draw, 'MH'),
    [`${stem}${what}Date`]: day(draw, first, last),
  })
  return {
    [`${stem}Status`]: status,
    ...(status === 'have' && numbered('', 2021, 2023)),
    ...(status === 'applied' && numbered('Receipt', 2023, 2023)),
  }
}

const creamyLayer = (draw: Draw, status: CertificateStatus): Drawn => ({
  ...certificate(draw, 'creamyLayer', status),
  ...(status === 'have' && {
    creamyLayerDate: day(draw, 2023),
    creamyLayerValidUntil: `${draw.whole(2025, 2026)}-03-31`,
  }),
})

function ewsCertificate(draw: Draw, story: Story): Drawn {
  const status = draw.chance(0.85) ? 'have' : 'applied'
  return { ...certificate(draw, 'ews', status), ...(status === 'have' && { ewsDistrict: ownDistrict(draw, story) }) }
}

/** A result in fifths of a per cent, mostly average; some are equal, so that ties occur. */
function percentage(draw: Draw, least: number): number {
  if (draw.chance(0.12)) return draw.pick([60, 65, 70])
  const most = 92
  return least + Math.round(((draw.whole(0, 500) + draw.whole(0, 500)) / 1000) * (most - least) * 5) / 5
}

/** `marksOf(61.2, 500)` → `306`: as on a marksheet. */
const marksOf = (percent: number, outOf: number) => String(Number(((percent * outOf) / 100).toFixed(2)))
const seatNumber = (draw: Draw, letter: string) => `${letter}${draw.whole(100_000, 999_999)}`
const boardOf = (draw: Draw, state: string) => (state === 'MH' ? code(draw, 'school-boards', 'MH') : state)

function examination(draw: Draw, stem: string, board: string, year: number, outOf: number): Drawn {
  return {
    [`${stem}Board`]: board,
    [`${stem}Year`]: String(year),
    [`${stem}Seat`]: seatNumber(draw, stem.slice(0, 1).toUpperCase()),
    [`${stem}Marks`]: marksOf(percentage(draw, 50), outOf),
    [`${stem}OutOf`]: String(outOf),
  }
}

const degrees = ['B.E. (Mechanical)', 'B.E. (Computer)', 'B.Tech. (Civil)', 'B.Pharm.', 'B.Tech. (Electronics)']

function degreeAnswers(
  draw: Draw,
  story: Story,
  { sscState, examState, examDistrict }: Schooling,
  { sscYear, least }: { sscYear: number; least: number },
): Drawn {
  const hasDiploma = draw.chance(0.2)
  const diplomaBoard = examState === 'MH' ? 'MSBTE' : findEntry('diploma-boards', examState) ? examState : 'MSBTE'
  const percent = percentage(draw, least)
  const outOf = draw.pick([4000, 3200, 2400, 1000])
  const board = boardOf(draw, sscState)
  return {
    ...examination(draw, 'ssc', board, sscYear, 500),
    afterSsc: hasDiploma ? 'diploma' : 'hsc',
    ...(hasDiploma
      ? examination(draw, 'diploma', diplomaBoard, sscYear + 3, draw.pick([1000, 1500]))
      : examination(draw, 'hsc', board, sscYear + 2, draw.pick([600, 650]))),
    university: code(draw, 'universities', examState === 'MH' ? 'MH' : 'states'),
    college: instituteIn(draw, examDistrict),
    degreeName: draw.pick(degrees),
    degreeYears: '4',
    degreeYear: String(sscYear + 6),
    degreeResult: story.result,
    ...(story.result === 'marks'
      ? { degreeMarks: marksOf(percent, outOf), degreeOutOf: String(outOf) }
      : {
          cgpa: (percent / 10 + draw.whole(20, 60) / 100).toFixed(2),
          cgpaScale: '10',
          cgpaPercentage: String(Number(percent.toFixed(1))),
        }),
  }
}

const trades = ['Painter (General)', 'Fitter', 'Attendant Operator (Chemical Plant)', 'Electroplater']

/**
 * Answers to a course's own step 3: the examinations that ship, one after the other, and whatever else the plan asks for
 * by its kind.
 */
function planAnswers(
  draw: Draw,
  { sections }: QualificationPlan,
  { sscState, examState }: Schooling,
  sscYear: number,
): Drawn {
  const outOf = 100
  const own = ({ name, kind, list, choices, min = 0 }: Question): string => {
    if (name.endsWith('OutOf')) return String(outOf)
    if (kind === 'decimal' || kind === 'integer') return marksOf(percentage(draw, 55), outOf)
    if (kind === 'year') return String(Math.max(min, sscYear + 2))
    if (choices) return draw.pick(choices.codes)
    return list ? code(draw, list) : 'DEMO'
  }
  return Object.assign(
    {},
    ...sections.map((section): Drawn => {
      if (section === 'ssc') return examination(draw, 'ssc', boardOf(draw, sscState), sscYear, 500)
      if (section === 'hsc') return examination(draw, 'hsc', boardOf(draw, examState), sscYear + 2, 600)
      if (section === 'diploma') return examination(draw, 'diploma', 'MSBTE', sscYear + 3, 1000)
      if (section === 'iti') return {}
      return Object.fromEntries(section.questions.map((question) => [question.name, own(question)]))
    }),
  )
}

/** The marks of HSC are the sum of the subjects that the form asks for and of two more; those of an ITI are as many. */
function scienceAnswers(draw: Draw, story: Story, { sscState, examState }: Schooling, sscYear: number): Drawn {
  const { type, result } = story
  const mark = () => Math.min(98, Math.round(percentage(draw, 40)))
  const [physics, chemistry, third, english] = [mark(), mark(), mark(), mark()]
  const fourth = type === 'OMS' ? 'biology' : 'mathematics'
  const total = physics + chemistry + third + english + mark() + mark()
  const ssc = examination(draw, 'ssc', boardOf(draw, sscState), sscYear, 500)
  const hsc = examination(draw, 'hsc', boardOf(draw, examState), sscYear + 2, 600)
  if (result === 'iti') {
    return {
      ...ssc,
      qualifyingExam: 'iti',
      ...(['B', 'C', 'D'].includes(type) && { itiState: examState }),
      itiName: `Government ITI, ${findEntry('districts', story.district)!.en}`,
      itiTrade: trades[total % trades.length],
      itiYear: hsc.hscYear,
      itiSeat: hsc.hscSeat?.replace('H', 'R'),
      itiMarks: String(2 * total),
      itiOutOf: '1200',
    }
  }
  return {
    ...ssc,
    qualifyingExam: 'hsc',
    ...hsc,
    hscMarks: String(total),
    ...{ physics: String(physics), physicsOutOf: '100', chemistry: String(chemistry), chemistryOutOf: '100' },
    ...{ [fourth]: String(third), [`${fourth}OutOf`]: '100', english: String(english), englishOutOf: '100' },
  }
}

const tongues: Readonly<Record<string, string>> = {
  ...{ KA: 'kn', GJ: 'gu', MP: 'hi', GA: 'kok', TG: 'te', UP: 'hi', RJ: 'raj', TN: 'ta', KL: 'ml', WB: 'bn', JK: 'ur' },
}

function tongueOf(draw: Draw, { type, community, state }: Story): string {
  if (type === 'E') return 'mr'
  if (state !== 'MH') return tongues[state] ?? 'hi'
  if (community === 'muslim' && draw.chance(0.6)) return 'ur'
  return draw.weighted([
    ['mr', 88] as const,
    ['hi', 6] as const,
    ['gu', 3] as const,
    ['te', 2] as const,
    ['kn', 1] as const,
  ])
}

/** In the demo's year, 2024, whoever was born later was under 18. */
const lastAdult = '2006-06-01'

/** The mother, or an orphan's guardian, agrees for a candidate who is under 18. */
const guardianAnswers = (dateOfBirth: string, { motherName, isOrphan }: Story): Drawn =>
  dateOfBirth > lastAdult
    ? {
        guardianName: motherName,
        guardianRelation: isOrphan ? 'guardian' : 'mother',
        guardianMobile: '7200000000',
        guardianConsent: 'yes',
      }
    : {}

const streets = ['Shivaji Road', 'Station Road', 'Mahatma Phule Nagar', 'Gandhi Chowk', 'Tilak Path', 'Subhash Nagar']

function personalAnswers(draw: Draw, story: Story, { tongue, sscYear }: { tongue: string; sscYear: number }): Drawn {
  const { fatherName, motherName, gender, community, state, district } = story
  const taluka = state === 'MH' ? code(draw, 'talukas', district) : undefined
  const hasModestIncome = story.isEws || story.isTfws || story.category !== 'OPEN'
  const dateOfBirth = day(draw, sscYear - 17, sscYear - 16)
  return {
    ...(!story.isOrphan && { fatherName, motherName }),
    gender,
    dateOfBirth,
    ...guardianAnswers(dateOfBirth, story),
    religion: community,
    region: draw.pick(['rural', 'urban']),
    motherTongue: tongue,
    nationality: 'indian',
    familyIncome: String(draw.whole(8, hasModestIncome ? 79 : 240) * 10_000),
    addressLine1: `${draw.whole(1, 180)}, ${draw.pick(streets)}`,
    state,
    district,
    taluka,
    town: taluka ? findEntry('talukas', taluka)!.en : findEntry('districts', district)!.en,
    pin: `${state === 'MH' ? 4 : 5}${draw.whole(10_000, 99_999)}`,
    alternativePhone: draw.chance(0.3) ? `72${draw.whole(10_000_000, 99_999_999)}` : undefined,
  }
}
