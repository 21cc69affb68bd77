import type { FormShape } from '#server/domain/application/form/form-rules.ts'
import { questionPhases } from '#server/domain/site/notices.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import type { SeedNotice, SeedQuestion } from './course'
import { questionsByPhase } from './questions'

const at = (publishedAt: Instant) => (en: [string, string], mr: [string, string]) => ({
  title: { en: en[0], mr: mr[0] },
  body: { en: en[1], mr: mr[1] },
  publishedAt,
})

/** Common questions of visitors to a course of this shape, for a new portal; the cell writes its own later. */
const questions = (publishedAt: Instant, { modes, qualification }: FormShape): SeedQuestion[] => {
  const has = { centre: modes.includes(2), degree: qualification === 'degree' }
  return questionPhases.flatMap((phase) =>
    questionsByPhase[phase]
      .filter(([, , only]) => !only || has[only])
      .map(([en, mr]) => ({
        phase,
        title: { en: en[0], mr: mr[0] },
        body: { en: en[1], mr: mr[1] },
        publishedAt,
      })),
  )
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
        'Every application form and receipt carries a QR code. The page Verification says what it is, for whom it was issued and whether it is still valid.',
      ],
      [
        'छापील कागद कोणीही पडताळू शकतो',
        'प्रत्येक अर्ज आणि पावतीवर क्यूआर कोड असतो. “पडताळणी” हे पान तो कागद कशाचा आहे, कोणासाठी दिला आहे आणि अजून ग्राह्य आहे का हे सांगते.',
      ],
    ),
  ]
}

/** `atOpening('2024-07-12 10:00', profile.form)`: the first texts that visitors see. */
export const atOpening = (opening: string, form: FormShape) => ({
  news: firstNews(ist(opening)),
  faq: questions(ist(opening), form),
})
