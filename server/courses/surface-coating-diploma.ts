import { stages } from '../domain/allotment-format/format'
import { ist } from '../kernel/time'
import { capRounds } from './cap-rounds'
import type { CourseProfile } from './course'
import { oneCentrePerRegion } from './facilitation-centres'
import { mbaLateral } from './mba-lateral'
import { atOpening } from './words-for-visitors'

/** First year of the post-HSC diploma in Surface Coating Technology, 2024-25. */
export const surfaceCoatingDiploma: CourseProfile = {
  slug: 'scd',
  applicationIdPrefix: 'SC',
  applicationIdYear: '24',
  cellName: mbaLateral.cellName,
  cellAddress: mbaLateral.cellAddress,
  courseTitle: {
    en: 'First Year of Post-HSC Diploma in Surface Coating Technology',
    mr: 'पृष्ठभाग लेपन तंत्रज्ञान (सरफेस कोटिंग टेक्नॉलॉजी) एचएससीनंतरच्या पदविकेचे प्रथम वर्ष',
  },
  courseShortTitle: { en: 'Diploma in Surface Coating Technology', mr: 'सरफेस कोटिंग टेक्नॉलॉजी पदविका' },
  academicYear: '2024-2025',
  footerDate: '31-03-2025',
  contact: {
    phone: '1800 000 0001',
    email: 'help.scd@example.org',
    hours: { en: 'Monday to Saturday, 10:00 to 18:00', mr: 'सोमवार ते शनिवार, 10:00 ते 18:00' },
  },
  grievanceOfficer: { ...mbaLateral.grievanceOfficer, email: 'grievance.scd@example.org' },
  loginNeedsOtp: true,
  otpLimits: { perPurposeHourly: 5, perNumberHourly: 15, perIpHourly: 300, registrationPerTenMinutes: 1000 },
  convertFeeThreshold: 400,
  applicationFees: { open: 400, reserved: 300 },
  autoFreezeUpTo: { 1: 1, 2: 1, 3: 1 },
  form: {
    types: ['A', 'B', 'C', 'D', 'E', 'OMS'],
    modes: [1],
    qualification: 'hsc-science',
    eligibility: { of: 'hsc-science' },
    admissionYear: 2024,
    minimumAge: 15,
    nonCreamyLayerValidOn: '2025-03-31',
    familyIncomeLimit: 800_000,
    borderDistricts: mbaLateral.form.borderDistricts,
  },
  merit: ['pcm', 'mathematics', 'physics', 'hsc', 'ssc', 'birth-date'],
  // Source: specification §2 "Diploma-course screens".
  firstLines: [
    'dashboard',
    'home',
    'registration',
    'notifications',
    'importantdate',
    'admin',
    'news',
    'faq',
    'download',
    'fclist',
    'contactus',
    'privacyandpolicy',
  ],
  loginLinks: mbaLateral.loginLinks,
  messageTemplateIds: {},
  allotmentStages: { 1: ['I', 'II'], 2: stages, 3: stages },
  mockAllotmentAfter: 0.5,
  schedule: [
    {
      key: 'registration',
      title: { en: 'Registration and application form', mr: 'नोंदणी आणि अर्ज भरणे' },
      opensAt: ist('2024-07-22 10:00'),
      closesAt: ist('2024-08-16 17:00'),
    },
    {
      key: 'scrutiny',
      title: { en: 'E-scrutiny of applications', mr: 'अर्जांची ई-छाननी' },
      opensAt: ist('2024-07-23 10:00'),
      closesAt: ist('2024-08-19 17:00'),
    },
    {
      key: 'certificates',
      title: { en: 'Handing in certificates that are awaited', mr: 'प्रतीक्षेत असलेली प्रमाणपत्रे सादर करणे' },
      opensAt: ist('2024-07-22 10:00'),
      closesAt: ist('2024-08-23 17:00'),
    },
    {
      key: 'provisional-merit',
      title: { en: 'Provisional merit list', mr: 'तात्पुरती गुणवत्ता यादी' },
      opensAt: ist('2024-08-21 17:00'),
      closesAt: null,
    },
    {
      key: 'final-merit',
      title: { en: 'Final merit list', mr: 'अंतिम गुणवत्ता यादी' },
      opensAt: ist('2024-08-26 17:00'),
      closesAt: null,
    },
    {
      key: 'late-registration',
      title: {
        en: 'Registration for seats outside the rounds (non-CAP)',
        mr: 'फेऱ्यांबाहेरील जागांसाठी नोंदणी (नॉन-कॅप)',
      },
      opensAt: ist('2024-08-27 10:00'),
      closesAt: ist('2024-10-09 17:00'),
    },
    ...capRounds(ist('2024-08-28 10:00')),
  ],
  facilitationCentres: oneCentrePerRegion,
  ...atOpening('2024-07-22 10:00'),
  notices: [
    {
      title: { en: 'Registration: 22 July to 16 August', mr: 'नोंदणी: 22 जुलै ते 16 ऑगस्ट' },
      body: {
        en: 'Candidates in and outside Maharashtra who passed HSC with science may register online. Scrutiny is electronic: upload clear copies of your certificates.',
        mr: 'महाराष्ट्रातील आणि महाराष्ट्राबाहेरील, विज्ञान शाखेतून एचएससी उत्तीर्ण उमेदवार ऑनलाइन नोंदणी करू शकतात. छाननी ऑनलाइन होते: प्रमाणपत्रांच्या स्पष्ट प्रती अपलोड करा.',
      },
      publishedAt: ist('2024-07-22 10:00'),
    },
  ],
}
