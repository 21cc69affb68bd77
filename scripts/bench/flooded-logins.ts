import http from 'node:http'
import { personaPassword } from '#server/demo/personas.ts'

const usualFlood = 300
const logins = 100
/** The interval between two logins, in ms. */
const apart = 200
const mostOpen = 400

/** Is it a refusal for now? */
const isForNow = (status: number): boolean => status === 503 || status === 429

/** Sends one POST of JSON from this network, as the proxy in front reports it; returns the status. */
function post(agent: http.Agent, url: string, from: string, body: object): Promise<number> {
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-forwarded-for': from,
  }
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(text)
  })
}

/**
 * The 99th percentile of login times from other networks, in ms, and the share of these logins that was refused, while one
 * network floods the portal with logins and recoveries; and what became of the flood. Any other answer to a login voids the run.
 */
export async function loginsInFlood(
  url: string,
  userIds: readonly string[],
  flooding = usualFlood,
): Promise<{ p99: number; refused: number; flood: { answers: number; refused: number } }> {
  const api = `${url}/mbale/candidate/api/candidateLoginController`
  const agents = [new http.Agent({ keepAlive: true, maxSockets: mostOpen }), new http.Agent({ keepAlive: true })]
  let isOver = false
  const flood = { answers: 0, refused: 0 }
  const flooder = async (n: number) => {
    while (!isOver) {
      const isRecovery = n % 10 === 0
      const password = 'Flood000'
      const body = isRecovery
        ? { recoveryId: 'x'.repeat(32), otp: '000000', password, confirmPassword: password }
        : { userId: `ML24${900_000 + n}`, password }
      const call = isRecovery ? 'recoverForgot_Password_Otp' : 'candidateLogin'
      if (isForNow(await post(agents[0]!, `${api}/${call}`, '198.51.100.7', body))) flood.refused++
      flood.answers++
    }
  }
  const all = Promise.all(Array.from({ length: flooding }, (_, n) => flooder(n)))
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const times: number[] = []
  const login = async (n: number) => {
    const begun = performance.now()
    const body = { userId: userIds[n % userIds.length]!, password: personaPassword }
    const status = await post(agents[1]!, `${api}/candidateLogin`, `203.0.113.${n % 250}`, body)
    if (status === 200) times.push(performance.now() - begun)
    return status
  }
  const asked: Promise<number>[] = []
  for (let n = 0; n < logins; n++) {
    asked.push(login(n))
    await new Promise((resolve) => setTimeout(resolve, apart))
  }
  const statuses = await Promise.all(asked)
  isOver = true
  await all
  for (const agent of agents) agent.destroy()
  const failed = statuses.filter((status) => status !== 200 && !isForNow(status))
  if (failed.length) throw new Error(`logins: ${failed.join(' ')}`)
  return {
    p99: times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!,
    refused: statuses.filter(isForNow).length / logins,
    flood: { answers: flood.answers, refused: flood.refused / flood.answers },
  }
}
