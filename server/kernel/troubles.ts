import type { Siblings } from './siblings'

/** What can fail around the portal: the services that it depends on, and the clock of its machine. */
const troubles = ['gateway', 'sms', 'whatsapp', 'email', 'clock'] as const
export type Trouble = (typeof troubles)[number]

/** A trouble that is not over. `since`, `last`: its first and its latest failure, in ms since 1970. */
type Troubled = { trouble: Trouble; since: number; last: number }

const look = 'look at the status page, the balance and the limits of the provider, then run npm run doctor'

/** What the operator reads in the log: the cause and the remedy. */
const wordsFor: Record<Trouble, string> = {
  gateway:
    'the payment gateway does not answer as it should: nobody can begin to pay, no money is lost, and payments under way are asked about again; look at its status page and our key, then run npm run doctor',
  sms: `SMS do not go out: they wait and are tried again; ${look}`,
  whatsapp: `WhatsApp messages do not go out: they wait and are tried again; ${look}`,
  email: `e-mails do not go out: they wait and are tried again; ${look}`,
  clock:
    'the clock of this machine has jumped: deadlines, sessions and OTPs follow it; switch on time synchronisation (timedatectl set-ntp true), then run npm run doctor',
}

/** Milliseconds between two lines of the log about one trouble for the same reason. */
const saidEvery = 60_000
/** A trouble is over this long after its last failure, in ms, even if nothing has succeeded since. */
const over = 15 * 60_000
/** Candidates are told of a trouble that has gone on for this long, in ms: it is more than one failed try. */
const lasting = 30_000

/**
 * Keeps what fails around the portal, for the desk, the candidates and the log. A process of the folder tells the others
 * what it meets. `now`: the machine's clock. Source: rules §15.7.
 */
export function createTroubles({
  slug,
  now,
  siblings,
  log,
}: {
  slug: string
  now(): number
  siblings: Siblings
  log: Record<'warn' | 'error', (details: object, message: string) => void>
}) {
  const topic = `troubles of ${slug}`
  const known = new Map<Trouble, { since: number; last: number }>()
  const said = new Map<Trouble, { at: number; reason: string }>()

  const isOver = ({ last }: { last: number }) => Math.abs(now() - last) > over

  /** What this process or another one has met. */
  function note(trouble: Trouble, isFailing: boolean): void {
    if (!isFailing) return void known.delete(trouble)
    const before = known.get(trouble)
    const at = now()
    known.set(trouble, before && !isOver(before) ? { ...before, last: at } : { since: at, last: at })
  }
  siblings.onTold(topic, (told) => {
    const { trouble, isFailing } = told as { trouble: Trouble; isFailing: boolean }
    note(trouble, isFailing)
  })

  return {
    /** Records a failure. `reason`: its cause, without personal data. */
    failed(trouble: Trouble, reason: string): void {
      note(trouble, true)
      siblings.tell(topic, { trouble, isFailing: true })
      const before = said.get(trouble)
      if (before?.reason === reason && Math.abs(now() - before.at) < saidEvery) return
      said.set(trouble, { at: now(), reason })
      log.error({ trouble, reason, course: slug }, wordsFor[trouble])
    },

    /** Records a success, which ends the trouble if there was one. */
    mended(trouble: Trouble): void {
      if (!known.has(trouble)) return
      note(trouble, false)
      said.delete(trouble)
      siblings.tell(topic, { trouble, isFailing: false })
      log.warn({ trouble, course: slug }, 'it works again')
    },

    /** The troubles that are not over. */
    now: (): Troubled[] =>
      troubles.flatMap((trouble) => {
        const one = known.get(trouble)
        return one && !isOver(one) ? [{ trouble, ...one }] : []
      }),

    /** Those of them that candidates are told of. */
    lasting(): Trouble[] {
      return this.now()
        .filter(({ since, last }) => last - since >= lasting)
        .map(({ trouble }) => trouble)
    },
  }
}

export type Troubles = ReturnType<typeof createTroubles>
