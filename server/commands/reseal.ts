import { Misconfigured } from '#server/process/misconfigured.ts'
import { command, configuration, ofCourse, say } from './command'
import { portalsThere } from './portals'

/**
 * `reseal [--course SLUG]`: seals anew, under SECRET, what SECRET_PREVIOUS has sealed: second factors of the staff, secrets of
 * waiting messages, forms kept across a login, the key for notifications. Exit code 1 if something opens with neither.
 */
export const reseal = command(ofCourse, async (given) => {
  const config = configuration()
  if (config.previousSecret === undefined)
    throw new Misconfigured('SECRET_PREVIOUS is missing: the secret that SECRET has replaced')
  for (const portal of portalsThere(config, given.course)) {
    const { db, staff, messages, keptForms, push, course } = portal
    const done = db.transact(() => ({
      'second factors': staff.secondFactor.renewSeals(),
      'waiting messages': messages.renewSeals(),
      'kept forms': keptForms.renewSeals(),
      'push keys': push.renewSeals(),
    }))
    await portal.close()
    const counts = Object.entries(done)
    say(`${course.slug}: sealed anew: ${counts.map(([what, { renewed }]) => `${renewed} ${what}`).join(', ')}`)
    for (const [what, { lost }] of counts) {
      if (lost === 0) continue
      say(`${course.slug}: ${lost} ${what} open with neither secret`)
      process.exitCode = 1
    }
  }
  say('SECRET_PREVIOUS now serves the codes on papers printed before: take it out when they no longer matter')
})
