import type { FastifyInstance } from 'fastify'
import { contactApi } from './api/contact'
import { accountsKit } from './api/kit'
import { loginApi } from './api/login'
import { passwordsApi } from './api/passwords'
import { registrationApi } from './api/registration'
import { sessionsApi } from './api/sessions'
import { whatsappApi } from './api/whatsapp'

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
