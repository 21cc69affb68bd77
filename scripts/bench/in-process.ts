import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '#server/adapters/clock.ts'
import { type Config, demoSecret } from '#server/config.ts'
import type { Course } from '#server/courses/course.ts'
import { courses } from '#server/courses/courses.ts'
import { demoStore } from '#server/demo/store.ts'
import { createServices, type Services } from '#server/features/index.ts'
import { createLog } from '#server/http/log.ts'
import { noSiblings } from '#server/kernel/siblings.ts'
import { ownFolder } from './own-folder'

/** The services of an empty portal in this process, in a folder that goes with it; messages go to a provider that takes them at once. */
export function portalInProcess(clock: Clock, rules: Partial<Course> = {}): Services {
  const folder = ownFolder('bench')
  mkdirSync(path.join(folder, 'mbale'), { mode: 0o700 })
  const sender = { send: async () => ({ kind: 'sent' as const }) }
  const config: Config = {
    mode: 'demo',
    host: '127.0.0.1',
    port: 0,
    dataDir: folder,
    isFolderNamed: true,
    backups: { dir: path.join(folder, 'backups'), keep: 1 },
    courses: ['mbale'],
    publicUrl: 'https://admissions.example.org',
    arePublicDossiers: false,
    trustProxy: ['127.0.0.1'],
    logKey: {},
    secret: demoSecret,
    logLevel: 'warn',
    requestsPerMinute: 100_000,
    workers: 1,
    bodySeconds: 60,
    smtp: null,
    sms: null,
    razorpay: null,
    sso: null,
  }
  return createServices({
    course: { ...courses.find(({ slug }) => slug === 'mbale')!, ...rules },
    config,
    clock,
    migrations: 'migrations',
    log: createLog('warn'),
    siblings: noSiblings('this process'),
    publicUrl: () => config.publicUrl!,
    demoOrders: (db) => demoStore(db).gatewayOrders,
    isDated: true,
    isOpened: true,
    senders: { sms: sender, whatsapp: sender, email: sender, push: sender },
  })
}
