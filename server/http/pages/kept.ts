import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormState } from '#server/domain/site/view.ts'
import { withDays } from '#server/kernel/day-in-boxes.ts'
import type { Refusal } from '#server/kernel/result.ts'
import { pathOf } from '../address'
import type { PageContext } from '../page'
import { formOutcome } from './form-outcome'
import type { PageHost, Person } from './host'

const notSaved: Refusal = { code: 'kept-form', status: 401 }

/** What was typed in a form that was sent after its session had ended. */
export function createKept<Services, Actor extends Person, Staff extends Person>(
  host: PageHost<Services, Actor, Staff>,
) {
  const { cookies } = host
  return {
    /** Keeps the form's input for its owner, who is about to log in. `path`: the page of the form. */
    keep(request: FastifyRequest, reply: FastifyReply, path: string): void {
      const { values } = formOutcome(notSaved, withDays((request.body ?? {}) as Record<string, unknown>), 'en').form
      const kept = Object.keys(values).length ? host.keepForm(request, { path, values }) : null
      if (kept !== null) cookies.keptForm.write(reply, kept)
    },

    /** The input of this page that could not be saved, once. */
    take({ request, reply, language }: PageContext<Services, unknown>, actor: Actor): FormState | null {
      const cookie = cookies.keptForm.read(request)
      if (!cookie || request.method === 'HEAD') return null
      const kept = host.keptForm(cookie, actor)
      if (kept && kept.path !== pathOf(request)) return null
      cookies.keptForm.clear(reply)
      return kept && formOutcome(notSaved, kept.values, language).form
    },
  }
}
