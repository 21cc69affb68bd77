import { readFileSync } from 'node:fs'

type Environment = Record<string, string | undefined>

/** The settings that `NAME_FILE` can name a file for. */
export const secretSettings = [
  'SECRET',
  'SECRET_PREVIOUS',
  'LOG_KEY',
  'LOG_KEY_PREVIOUS',
  'SMTP_URL',
  'SMS_KEY',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'SSO_PUBLIC_KEY',
] as const

/**
 * The environment with the content of each file that a `NAME_FILE` names as `NAME`, without spaces and line ends around
 * it. Environments leak more easily than files: into crash reports, into child processes, into `/proc`. Or one line for
 * each fault, none of which shows a secret. An empty `NAME_FILE` counts as absent.
 */
export function withSecretFiles(environment: Environment): { environment: Environment } | { faults: string[] } {
  const filled = { ...environment }
  const faults: string[] = []
  for (const name of secretSettings) {
    const file = environment[`${name}_FILE`]?.trim()
    if (!file) continue
    if (environment[name]?.trim()) {
      faults.push(`${name}_FILE is wrong: ${name} is set as well, and only one of them can hold`)
      continue
    }
    try {
      const content = readFileSync(file, 'utf8').trim()
      if (content) filled[name] = content
      else faults.push(`${name}_FILE is wrong: ${file} is empty`)
    } catch (error) {
      faults.push(`${name}_FILE is wrong: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  return faults.length ? { faults } : { environment: filled }
}
