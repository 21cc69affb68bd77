import type { CourseProfile } from './course'

/** First year of the post-HSC diploma in Surface Coating Technology. */
export const surfaceCoatingDiploma: CourseProfile = {
  slug: 'scd',
  courseTitle: {
    en: 'First Year of Post-HSC Diploma in Surface Coating Technology',
    mr: 'पृष्ठभाग लेपन तंत्रज्ञान (सरफेस कोटिंग टेक्नॉलॉजी) एचएससीनंतरच्या पदविकेचे प्रथम वर्ष',
  },
  courseShortTitle: { en: 'Diploma in Surface Coating Technology', mr: 'सरफेस कोटिंग टेक्नॉलॉजी डिप्लोमा' },
  courseBarTitle: { en: 'Surface Coating', mr: 'सरफेस कोटिंग' },
  loginNeedsOtp: true,
  form: {
    types: ['A', 'B', 'C', 'D', 'E', 'OMS'],
    modes: [1],
    qualification: 'hsc-science',
  },
  // Source: rules §18.16.
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
}
