import { type Instant, ist } from '../kernel/time'
import type { SeedNotice } from './course'

const at = (publishedAt: Instant) => (en: [string, string], mr: [string, string]) => ({
  title: { en: en[0], mr: mr[0] },
  body: { en: en[1], mr: mr[1] },
  publishedAt,
})

/** Common questions of visitors to every course, for a new portal; the cell writes its own later. */
function questions(publishedAt: Instant): SeedNotice[] {
  const question = at(publishedAt)
  return [
    question(
      [
        'Can I fill in the form on a phone?',
        'Yes. Every page works on a phone, and each step is saved on its own: stop when you like and go on later, on the same phone or on any other device.',
      ],
      [
        'मी मोबाइलवर अर्ज भरू शकतो का?',
        'होय. प्रत्येक पान मोबाइलवर चालते आणि प्रत्येक टप्पा स्वतंत्रपणे जतन होतो. हवे तेव्हा थांबा आणि नंतर त्याच किंवा दुसऱ्या उपकरणावर पुढे भरा.',
      ],
    ),
    question(
      [
        'The OTP does not come. What can I do?',
        'Wait a minute: networks are slow at times. Then ask for it once more on the same page, and see whether your phone takes messages of services. If it still does not come, call the helpline.',
      ],
      [
        'ओटीपी येत नाही. मी काय करू?',
        'एक मिनिट थांबा. कधी कधी नेटवर्क मंद असते. नंतर त्याच पानावर पुन्हा एकदा ओटीपी मागवा आणि तुमचा फोन सेवा संदेश स्वीकारतो का ते पहा. तरीही आला नाही तर मदत क्रमांकावर फोन करा.',
      ],
    ),
    question(
      [
        'Money left my account, but the form says that the fee is not paid.',
        'Do not pay again. The portal asks the bank by itself until it knows. Money that left your account before the deadline counts, even if the bank confirms it later; the same fee captured twice is returned in full.',
      ],
      [
        'माझ्या खात्यातून पैसे गेले, पण अर्जात शुल्क भरले नाही असे दिसते.',
        'पुन्हा पैसे भरू नका. खात्री होईपर्यंत पोर्टल स्वतः बँकेला विचारत राहते. अंतिम मुदतीपूर्वी खात्यातून गेलेले पैसे बँकेने खात्री नंतर दिली तरी धरले जातात. एकच शुल्क दोनदा घेतले गेल्यास दुसरी रक्कम पूर्ण परत मिळते.',
      ],
    ),
    question(
      [
        'How large may my certificates be?',
        'A photograph up to 10 MB, a PDF up to 2 MB. A clear photograph taken with a phone will do; the portal makes it as small as it needs.',
      ],
      [
        'माझ्या प्रमाणपत्रांचा आकार किती असावा?',
        'फोटो 10 MB पर्यंत, PDF 2 MB पर्यंत. मोबाइलने काढलेला स्पष्ट फोटो चालतो; पोर्टल तो आवश्यक तेवढा लहान करते.',
      ],
    ),
    question(
      [
        'I have made a mistake in a form that I submitted.',
        'While registration is open and nobody has taken your form up, open Print Form and unlock it with your password and an OTP. Then correct it and submit it again.',
      ],
      [
        'सादर केलेल्या अर्जात माझी चूक झाली आहे.',
        'नोंदणी सुरू असेपर्यंत आणि कोणी तुमचा अर्ज तपासणीस घेतला नसेल तोपर्यंत “अर्जाची छापील प्रत” हे पान उघडा आणि पासवर्ड व ओटीपीने अर्ज अनलॉक करा. मग दुरुस्ती करून पुन्हा सादर करा.',
      ],
    ),
    question(
      [
        'Does anybody of the cell ask for my password or an OTP?',
        'Never for your password, and never for an OTP by telephone or message. Only at a facilitation centre, with you present, does an officer ask for the OTP that was sent for the centre. Nobody else who asks is from the cell.',
      ],
      [
        'कक्षातील कोणी माझा पासवर्ड किंवा ओटीपी विचारते का?',
        'पासवर्ड कधीच नाही. ओटीपीही फोनवर किंवा संदेशातून कधीच नाही. फक्त सुविधा केंद्रात तुम्ही समोर असताना, केंद्रासाठी आलेला ओटीपी अधिकारी विचारतात. इतर कोणी विचारल्यास तो कक्षाचा नाही.',
      ],
    ),
  ]
}

/** News for every course, for a new portal. */
function firstNews(publishedAt: Instant): SeedNotice[] {
  const news = at(publishedAt)
  return [
    news(
      [
        'The portal speaks Marathi and English',
        'Every page, message and printed document is there in both languages. Change the language at the top of any page; it is remembered.',
      ],
      [
        'पोर्टल मराठी आणि इंग्रजीत',
        'प्रत्येक पान, संदेश आणि छापील कागद दोन्ही भाषांत आहे. कोणत्याही पानाच्या वरच्या भागात भाषा बदला. निवडलेली भाषा लक्षात ठेवली जाते.',
      ],
    ),
    news(
      [
        'Anybody can check a printed document',
        'Every application form and receipt carries a QR code. The page Verification says what it is, for whom it was issued and whether it still holds.',
      ],
      [
        'छापील कागद कोणीही पडताळू शकतो',
        'प्रत्येक अर्ज आणि पावतीवर क्यूआर कोड असतो. “पडताळणी” हे पान तो कागद कशाचा आहे, कोणासाठी दिला आहे आणि अजून ग्राह्य आहे का हे सांगते.',
      ],
    ),
  ]
}

/** `atOpening('2024-07-12 10:00')`: the first texts that visitors see. */
export const atOpening = (opening: string) => ({ news: firstNews(ist(opening)), faq: questions(ist(opening)) })
