export const texts = ['application'] as const
