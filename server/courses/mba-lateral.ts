import type { CourseProfile } from './course'

/** Direct second year (lateral entry) of the full-time MBA/MMS. */
export const mbaLateral: CourseProfile = {
  slug: 'mbale',
  courseTitle: {
    en: 'Direct Second Year (Lateral Entry) of Full-Time Postgraduate Degree in Management (MBA/MMS)',
    mr: 'व्यवस्थापन पदव्युत्तर पदवी (एमबीए/एमएमएस) पूर्णवेळ अभ्यासक्रमाच्या थेट द्वितीय वर्षात प्रवेश',
  },
  courseShortTitle: { en: 'Direct Second Year MBA/MMS', mr: 'थेट द्वितीय वर्ष एमबीए/एमएमएस' },
  courseBarTitle: { en: 'Lateral MBA/MMS', mr: 'थेट एमबीए' },
  loginNeedsOtp: false,
  form: {
    types: ['A', 'B', 'C', 'D', 'E', 'OMS', 'J-1', 'J-2', 'J-3', 'J-4'],
    modes: [1, 2],
    qualification: 'degree',
  },
  firstLines: ['home'],
}
