import { expect, test } from 'vitest'
import type { DeskLine } from '#server/domain/desk/desk-menu.ts'
import type { StaffRole } from '#server/domain/terms/staff.ts'
import { pagesFor, publicPagesFor } from '#server/features/desk/staff/pages.ts'

/** Tasks in the plain words of people who do not know the desk, in both languages. */
const tasks: [role: StaffRole, en: string, mr: string, route: DeskLine['route']][] = [
  ['admin', 'change the fee', 'शुल्क बदला', 'settings'],
  ['admin', 'a candidate forgot the password', 'उमेदवार पासवर्ड विसरला', 'help-desk'],
  ['admin', 'refund', 'परतावा', 'refunds'],
  ['admin', 'stop a fraud', 'फसवणूक थांबवा', 'orders'],
  ['admin', 'send a message to everybody', 'सर्वांना संदेश पाठवा', 'bulk-message'],
  ['admin', 'remind who has not confirmed options', 'पर्याय निश्चित न केलेल्यांना सांगा', 'bulk-message'],
  ['admin', 'add an officer', 'नवीन अधिकारी', 'staff'],
  ['admin', 'new centre', 'नवीन केंद्र', 'centres'],
  ['admin', 'change a date', 'तारीख बदला', 'schedule'],
  ['admin', 'who changed this', 'हे कोणी बदलले', 'audit'],
  ['admin', 'who opened her file', 'तिची फाइल कोणी उघडली', 'audit'],
  ['admin', 'not acted', 'काहीच केले नाही', 'not-acted'],
  ['admin', 'home page notice', 'मुख्यपृष्ठावर सूचना', 'notices'],
  ['admin', 'rti', 'माहिती अधिकार', 'reports'],
  ['admin', 'extend the deadline', 'मुदत वाढवा', 'schedule'],
  ['admin', 'publish the merit list', 'गुणवत्ता यादी प्रसिद्ध करा', 'merit-lists'],
  ['admin', 'run the allotment', 'जागावाटप करा', 'allotments'],
  ['admin', 'publish a notice', 'सूचना प्रसिद्ध करा', 'notices'],
  ['admin', 'upload the rules pdf', 'नियमांची pdf अपलोड करा', 'downloads'],
  ['admin', 'upload the seat matrix', 'जागांचा तक्ता अपलोड करा', 'seat-matrix'],
  ['admin', 'make a backup', 'बॅकअप घ्या', 'health'],
  ['admin', 'change the words of an sms', 'एसएमएसचा मजकूर बदला', 'templates'],
  ['admin', 'sms payment received', 'शुल्क मिळाल्याचा एसएमएस', 'templates'],
  ['admin', 'not logged in', 'कोणी लॉगिन केले नाही', 'staff'],
  ['admin', 'find candidate by mobile', 'मोबाइलने उमेदवार शोधा', 'help-desk'],
  ['admin', 'enter the dlt ids', 'dlt क्रमांक भरा', 'message-ids'],
  ['admin', 'reset the password of an officer', 'अधिकाऱ्याचा पासवर्ड बदला', 'staff'],
  ['admin', 'block an account', 'खाते बंद करा', 'staff'],
  ['admin', 'an officer is on leave', 'अधिकारी रजेवर आहे', 'officers'],
  ['admin', 'compare two forms of the same person', 'एकाच व्यक्तीचे दोन अर्ज', 'duplicates'],
  ['admin', 'how many forms were submitted', 'किती अर्ज सादर झाले', 'overview'],
  ['admin', 'reconcile with the bank', 'बँकेशी जुळवणी', 'settlements'],
  ['admin', 'money received today', 'आज जमा झालेली रक्कम', 'day-book'],
  ['admin', 'data was leaked', 'माहिती फुटली', 'breaches'],
  ['admin', 'delete my data request', 'माहिती पुसण्याची विनंती', 'data-requests'],
  ['admin', 'open the portal', 'पोर्टल खुले करा', 'set-up'],
  ['admin', 'call candidates who have not paid', 'शुल्क न भरलेल्यांना फोन करा', 'not-acted'],
  ['admin', 'who cancelled the admission', 'प्रवेश कोणी रद्द केला', 'cancellations'],
  ['admin', 'put a warning on every page', 'प्रत्येक पानावर इशारा', 'service-banner'],
  ['admin', 'two seats are missing at an institute', 'संस्थेच्या दोन जागा कमी आहेत', 'seat-matrix'],
  ['admin', 'missing seats', 'गहाळ जागा', 'seat-matrix'],
  ['admin', 'sms of an allotted seat', 'जागा मिळाल्याचा एसएमएस', 'templates'],
  ['admin', 'call centre closed on a holiday', 'सुट्टीत कॉल सेंटर बंद', 'service-banner'],
  ['admin', 'message on all pages', 'सर्व पानांवर संदेश', 'service-banner'],
  ['admin', 'change application fee', 'अर्जाचे शुल्क बदला', 'settings'],
  ['admin', 'who read her file', 'तिची फाइल कोणी वाचली', 'audit'],
  ['admin', 'new scrutiny officer', 'नवीन छाननी अधिकारी', 'staff'],
  ['admin', 'logout', 'लॉगआउट', 'account'],
  ['admin', 'two forms of the same person', 'एकाच व्यक्तीचे दोन अर्ज', 'duplicates'],
  ['admin', 'seats for j&k candidates', 'जम्मू काश्मीर जागा', 'jk-seats'],
  ['admin', 'try other rules on last year', 'मागील वर्षावर नियम तपासा', 'rehearsal'],
  ['admin', 'appointment times of a centre', 'केंद्राच्या भेटीच्या वेळा', 'slots'],
  ['so', 'check the next form', 'पुढील अर्ज तपासा', 'scrutiny'],
  ['so', 'answer a grievance', 'तक्रारीला उत्तर द्या', 'grievances'],
  ['so', 'accept a caste validity certificate', 'जात वैधता प्रमाणपत्र स्वीकारा', 'certificates'],
  ['so', 'change my own password', 'माझा पासवर्ड बदला', 'account'],
  ['fc', 'a candidate has come to the centre', 'उमेदवार केंद्रावर आला', 'appointments'],
  ['institute', 'a student came to be admitted', 'विद्यार्थ्याला प्रवेश द्या', 'reporting'],
  ['institute', 'sign our seats', 'आमच्या जागांवर सही करा', 'institute-seats'],
  ['institute', 'give the originals back', 'मूळ कागदपत्रे परत द्या', 'returns'],
  ['institute', 'management quota', 'व्यवस्थापन कोटा', 'non-cap'],
  ['ro', 'approve admissions', 'प्रवेशांना मान्यता द्या', 'approvals'],
]

test.each(['en', 'mr'] as const)('a task in plain words of language %s finds its page as the first hit', (language) => {
  const others = tasks.flatMap(([role, en, mr, route]) => {
    const asked = language === 'en' ? en : mr
    const [first] = pagesFor({ role, duty: null }, asked).own
    return first?.route === route ? [] : [`${asked}: ${first?.route ?? 'nothing'} instead of ${route}`]
  })
  expect(others).toEqual([])
})

const admin = { role: 'admin', duty: null } as const

test('what anybody reads is found beside the pages of the desk', () => {
  for (const asked of ['closing ranks', 'cutoff', 'cut-off of last year', 'cut off', 'शेवटचा क्रमांक', 'कट-ऑफ'])
    expect(publicPagesFor(admin, asked), asked).toEqual({
      open: expect.arrayContaining(['closing-merit']),
      isFirst: true,
    })
  expect(publicPagesFor(admin, 'vacant seats').open).toContain('institute-wise-vacancy')
  expect(publicPagesFor(admin, 'merit list').isFirst).toBe(false)
  expect(publicPagesFor(admin, '')).toEqual({ open: [], isFirst: false })
  expect(publicPagesFor(admin, 'refund')).toEqual({ open: [], isFirst: false })
})
