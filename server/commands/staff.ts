import { loginNamePattern } from '#server/domain/terms/staff.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'
import { command, configuration, ofCourse, say, text } from './command'
import { portalsAsked } from './portals'

/** `staff --create-admin NAME [--course SLUG]`: one of the first two admins, in every portal or in one. */
export const staff = command({ 'create-admin': text, ...ofCourse }, async (given) => {
  const name = given['create-admin']?.toLowerCase()
  if (name === undefined || !new RegExp(loginNamePattern).test(name)) {
    throw new Misconfigured('--create-admin is wrong: it must be a login name of small letters, digits, dots, hyphens')
  }
  for (const portal of portalsAsked(configuration(), given.course)) {
    const made = await portal.staff.createAdmin(name)
    await portal.close()
    const { slug } = portal.course
    if (made.ok) say(`${slug}: ${name} logs in with the one-time password ${made.value.password}`)
    else if (made.refusal.code === 'admins-exist')
      say(`${slug}: there are two admins already; they can make another one at the desk`)
    else say(`${slug}: there is a ${name} already; two other admins can reset the password`)
  }
})
