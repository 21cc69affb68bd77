import { rupees } from '#server/kernel/money.ts'
import { ist } from '#server/kernel/time.ts'
import type { SeasonDefaults } from './course'
import {
  activity,
  cancellationSchedule,
  certificateSchedule,
  grievanceOfficerOfTheCell,
  roundSchedule,
  season2024,
  stateCell,
} from './state-cell'
import { surfaceCoatingDiploma } from './surface-coating-diploma'
import { atOpening } from './words-for-visitors'

/** The first season of a new diploma portal: 2024-25. */
export const surfaceCoatingDiplomaSeason: SeasonDefaults = {
  ...stateCell,
  ...season2024,
  applicationIdPrefix: 'SC',
  contact: {
    phone: '1800 000 0001',
    email: 'help.scd@example.org',
    hours: { en: 'Monday to Saturday, 10:00 to 18:00', mr: 'सोमवार ते शनिवार, 10:00 ते 18:00' },
  },
  grievanceOfficer: { name: grievanceOfficerOfTheCell, email: 'grievance.scd@example.org' },
  otpLimits: { ...stateCell.otpLimits, registrationsPerNetworkHourly: 500, registrationPerTenMinutes: 1000 },
  applicationFees: { open: rupees(400), reserved: rupees(300) },
  seatAcceptanceFee: rupees(1000),
  form: { ...season2024.form, eligibility: { of: 'hsc-science', isItiEnough: true }, minimumAge: 15 },
  merit: ['pcm', 'mathematics', 'physics', 'hsc', 'ssc', 'birth-date'],
  schedule: [
    activity('registration', '2024-07-22 10:00', '2024-08-14 17:00'),
    {
      ...activity('scrutiny', '2024-07-23 10:00', '2024-08-16 17:00'),
      title: { en: 'E-scrutiny of applications', mr: 'अर्जांची ई-छाननी' },
    },
    ...certificateSchedule('2024-07-22 10:00'),
    activity('provisional-merit', '2024-08-17 17:00'),
    activity('grievances', '2024-08-18 10:00', '2024-08-20 17:00'),
    activity('final-merit', '2024-08-22 17:00'),
    activity('late-registration', '2024-08-23 10:00', '2024-10-05 17:00'),
    ...roundSchedule(season2024.rounds, ist('2024-08-24 10:00')),
    cancellationSchedule(season2024.rounds, ist('2024-08-24 10:00')),
  ],
  ...atOpening('2024-07-22 10:00', surfaceCoatingDiploma.form),
  notices: [
    {
      title: { en: 'Registration: 22 July to 14 August', mr: 'नोंदणी: 22 जुलै ते 14 ऑगस्ट' },
      body: {
        en: 'Candidates in and outside Maharashtra who passed HSC with science may register online; in types A to E also with an ITI certificate. Scrutiny is electronic: upload clear copies of your certificates.',
        mr: 'महाराष्ट्रातील आणि महाराष्ट्राबाहेरील, विज्ञान शाखेतून एचएससी उत्तीर्ण उमेदवार ऑनलाइन नोंदणी करू शकतात. प्रकार A ते E मध्ये आयटीआय प्रमाणपत्रही चालते. छाननी ऑनलाइन होते: प्रमाणपत्रांच्या स्पष्ट प्रती अपलोड करा.',
      },
      publishedAt: ist('2024-07-22 10:00'),
    },
  ],
}
