/** Is this a field that no answer shows again? */
export const isSecret = (name: string) => /password|otp|token|_csrf/i.test(name)
