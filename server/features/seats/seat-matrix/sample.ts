import type { CourseSeats, Seats } from '#server/domain/seats/seat-matrix.ts'

const institute = {
  instituteCode: '9001',
  institute: 'Sample Institute of Management',
  university: 'Sample University',
  district: 'MH-pune',
  status: 'Un-Aided',
  autonomy: 'Non-Autonomous',
  minority: null,
  course: 'Sample Course',
}
const minority = {
  ...institute,
  instituteCode: '9002',
  institute: 'Sample Minority Institute of Management',
  district: 'MH-nagpur',
  minority: 'religion-jain',
}

const seats = (counts: Partial<Record<Seats['seatType'], number>>) =>
  Object.entries(counts).map(([seatType, count]) => ({ seatType, count })) as Seats[]

/** A sample of the cell's file: a course with its tuition fee waiver, and one of a minority institute. */
export const sampleCourses: readonly CourseSeats[] = [
  {
    ...institute,
    choiceCode: '900110110',
    sanctioned: 60,
    maharashtra: 42,
    minoritySeats: 0,
    allIndia: 9,
    instituteLevel: 9,
    seats: seats({
      PWDRS: 1,
      PWDOPENS: 1,
      DEFOPENS: 1,
      LOPENS: 5,
      GOPENS: 13,
      LSCS: 2,
      LSTS: 1,
      LOBCS: 2,
      LSEBCS: 1,
      GSCS: 3,
      GSTS: 2,
      GVJS: 1,
      GNT1S: 1,
      GNT2S: 1,
      GOBCS: 5,
      GSEBCS: 2,
      EWS: 6,
      AI: 9,
    }),
  },
  {
    ...institute,
    choiceCode: '900110110T',
    sanctioned: 3,
    maharashtra: 0,
    minoritySeats: 0,
    allIndia: 0,
    instituteLevel: 0,
    seats: seats({ TFWS: 3 }),
  },
  {
    ...minority,
    choiceCode: '900210110',
    sanctioned: 60,
    maharashtra: 17,
    minoritySeats: 31,
    allIndia: 3,
    instituteLevel: 9,
    seats: seats({ PWDOPENS: 1, MI: 31, LOPENS: 5, GOPENS: 11, AI: 3 }),
  },
]
