import type { FastifyInstance } from 'fastify'
import { contactApi } from './contact'
import { accountsKit } from './kit'
import { loginApi } from './login'
import { passwordsApi } from './passwords'
import { registrationApi } from './registration'
import { sessionsApi } from './sessions'
import { whatsappApi } from './whatsapp'

/** The accounts part of the candidate API; names and methods are those of rules §15.2. */
export function accountsApi(app: FastifyInstance, given: Parameters<typeof accountsKit>[0]): void {
  const kit = accountsKit(given)
  registrationApi(app, kit)
  sessionsApi(app, kit)
  loginApi(app, kit)
  passwordsApi(app, kit)
  contactApi(app, kit)
  whatsappApi(app, kit)
}
