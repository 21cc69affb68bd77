export const messageChannels = ['sms', 'whatsapp', 'email'] as const
export type MessageChannel = (typeof messageChannels)[number]

/**
 * Every message that the portal sends, with the channels it may take. Registration, login and change-of-mobile OTPs go
 * by SMS alone, because they prove the number; recovery and step-up OTPs may go to a verified address too.
 * Source: decisions §2, §10. Texts: `messages:<template>.<channel>` and, for e-mail, `messages:<template>.subject`.
 */
export const messageTemplates = {
  'registration-otp': ['sms'],
  'registration-welcome': ['sms', 'email'],
  'registration-collision': ['sms', 'email'],
  'login-otp': ['sms'],
  'recovery-otp': ['sms', 'email'],
  'step-up-otp': ['sms', 'email'],
  'change-mobile-otp': ['sms'],
  'password-changed': ['sms', 'email'],
  'mobile-change-requested': ['sms', 'email'],
  'mobile-changed': ['sms'],
  'lost-mobile': ['sms', 'email'],
  'mobile-change-stopped': ['sms'],
  'email-verification': ['email'],
  'whatsapp-summary': ['whatsapp'],
  'payment-captured': ['sms', 'email'],
  'payment-failed': ['sms', 'email'],
  'refund-made': ['sms', 'email'],
  'application-submitted': ['sms', 'email'],
  'application-unlocked': ['sms', 'email'],
  'mode-changed': ['sms', 'email'],
  'special-order': ['sms', 'email'],
  'late-admission': ['sms'],
  'application-reverted': ['sms', 'email'],
  'claims-removed': ['sms', 'email'],
  'application-confirmed': ['sms', 'email'],
  'code-at-centre': ['sms', 'email'],
  'appointment-booked': ['sms', 'email'],
  'appointment-cancelled': ['sms', 'email'],
  'changed-at-centre': ['sms', 'email'],
  'confirmed-at-centre': ['sms', 'email'],
  'confirmation-withdrawn': ['sms', 'email'],
  'certificate-verified': ['sms', 'email'],
  'certificate-rejected': ['sms', 'email'],
  'certificate-reminder': ['sms', 'email'],
  'grievance-received': ['sms', 'email'],
  'grievance-answered': ['sms', 'email'],
  'grievance-refused': ['sms', 'email'],
  'grievance-approved': ['sms', 'email'],
  'from-the-cell': ['sms', 'whatsapp', 'email'],
} as const satisfies Record<string, readonly MessageChannel[]>
export type MessageTemplate = keyof typeof messageTemplates

/** May a message of this template go over this channel? */
export const mayGoBy = (template: MessageTemplate, channel: MessageChannel): boolean =>
  (messageTemplates[template] as readonly MessageChannel[] | undefined)?.includes(channel) ?? false
