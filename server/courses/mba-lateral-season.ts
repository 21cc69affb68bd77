import { rupees } from '#server/kernel/money.ts'
import { ist } from '#server/kernel/time.ts'
import type { SeasonDefaults } from './course'
import { mbaLateral } from './mba-lateral'
import {
  activity,
  cancellationSchedule,
  certificateSchedule,
  grievanceOfficerOfTheCell,
  roundSchedule,
  season2024,
  stateCell,
} from './state-cell'
import { atOpening } from './words-for-visitors'

/** The first season of a new MBA/MMS portal: 2024-25. */
export const mbaLateralSeason: SeasonDefaults = {
  ...stateCell,
  ...season2024,
  applicationIdPrefix: 'ML',
  contact: {
    phone: '1800 000 0000',
    email: 'help.mbale@example.org',
    hours: { en: 'Every day, 10:00 to 18:00', mr: 'दररोज, 10:00 ते 18:00' },
  },
  grievanceOfficer: { name: grievanceOfficerOfTheCell, email: 'grievance.mbale@example.org' },
  applicationFees: { open: rupees(1200), reserved: rupees(1000) },
  seatAcceptanceFee: rupees(1000),
  form: {
    ...season2024.form,
    eligibility: { of: 'degree', minimumYears: 4, percent: 50, percentReserved: 45 },
    minimumAge: 18,
  },
  merit: ['degree', 'hsc-or-diploma', 'ssc', 'birth-date'],
  schedule: [
    activity('registration', '2024-07-12 10:00', '2024-08-14 17:00'),
    activity('scrutiny', '2024-07-13 10:00', '2024-08-16 17:00'),
    ...certificateSchedule('2024-07-12 10:00'),
    activity('provisional-merit', '2024-08-17 17:00'),
    activity('grievances', '2024-08-18 10:00', '2024-08-20 17:00'),
    activity('final-merit', '2024-08-22 17:00'),
    activity('late-registration', '2024-08-23 10:00', '2024-10-05 17:00'),
    ...roundSchedule(season2024.rounds, ist('2024-08-24 10:00')),
    cancellationSchedule(season2024.rounds, ist('2024-08-24 10:00')),
  ],
  ...atOpening('2024-07-12 10:00', mbaLateral.form),
  notices: [
    {
      title: { en: 'Registration: 12 July to 14 August', mr: 'नोंदणी: 12 जुलै ते 14 ऑगस्ट' },
      body: {
        en: 'Register, fill the form, pay the fee and submit it before 17:00 on 14 August 2024. Keep your SSC, HSC or diploma and degree marksheets at hand.',
        mr: '14 ऑगस्ट 2024 रोजी 17:00 पूर्वी नोंदणी करा, अर्ज भरा, शुल्क भरा आणि अर्ज सादर करा. एसएससी, एचएससी किंवा पदविका आणि पदवीच्या गुणपत्रिका जवळ ठेवा.',
      },
      publishedAt: ist('2024-07-12 10:00'),
    },
    {
      title: { en: 'One application for each candidate', mr: 'प्रत्येक उमेदवाराचा एकच अर्ज' },
      body: {
        en: 'Register once, with a mobile number that you will keep until admissions end. All one-time passwords and notices come to it.',
        mr: 'प्रवेश प्रक्रिया संपेपर्यंत तुमच्याकडे राहणाऱ्या मोबाइल क्रमांकाने एकदाच नोंदणी करा. सर्व ओटीपी आणि सूचना त्याच क्रमांकावर येतील.',
      },
      publishedAt: ist('2024-07-12 10:05'),
    },
  ],
}
