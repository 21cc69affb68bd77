import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPayingPortal, post } from '#tests/features/payments/payers.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { jpeg } from '#tests/support/files.ts'
import { asha, folderOfTest, openPortal } from '#tests/support/portal.ts'

/** The contract as a stranger gets it; the file's name. */
async function contractIn(folder: string, portal: Awaited<ReturnType<typeof openPortal>>): Promise<string> {
  const file = path.join(folder, 'openapi.json')
  writeFileSync(file, (await portal.ask('GET', `${portal.base}api/openapi.json`)).text)
  return file
}

const tool = (args: readonly string[], cwd: string) => spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
const inModules = (name: string) => path.resolve('node_modules', name)

test.each(['mbale', 'scd'] as const)('the contract of %s passes a public linter without an error', async (slug) => {
  const folder = folderOfTest()
  const file = await contractIn(folder, await openPortal({ slugs: [slug] }))
  const { stdout } = tool(
    [inModules('@redocly/cli/bin/cli.js'), 'lint', '--extends=recommended', '--format=json', file],
    folder,
  )
  type Problem = { severity: string; ruleId: string; message: string }
  const { totals, problems } = JSON.parse(stdout) as { totals: { errors: number }; problems: Problem[] }
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(totals.errors).toBe(0)
  // The two warnings: the product has no licence to name, and a webhook is read before a payment of this name.
  expect([...new Set(problems.map(({ ruleId }) => ruleId))].sort()).toEqual(['info-license', 'no-ambiguous-paths'])
})

test('every operation of the contract has a name of its own, which a generator can take as it is', async () => {
  const portal = await openPortal()
  const { paths } = (await portal.ask('GET', `${portal.base}api/openapi.json`)).body as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const names = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => !/^(?:get|post|put|patch|delete)[A-Z][A-Za-z0-9_]*$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

test('a client generated from the contract compiles, and takes a newcomer from registration to submission', async () => {
  const { portal, gateway } = await openPayingPortal()
  const folder = folderOfTest()
  const contract = await contractIn(folder, portal)
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  copyFileSync('tests/api-client/newcomer.ts', path.join(folder, 'newcomer.ts'))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  const generator = path.resolve('tests/api-client/node_modules/openapi-typescript/bin/cli.js')
  const made = tool([generator, contract, '-o', path.join(folder, 'contract.d.ts')], folder)
  expect(made.stderr).toBe('')
  const strict = ['--strict', '--exactOptionalPropertyTypes', 'false', '--noEmit', '--skipLibCheck', '--types', 'node']
  const modules = [
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--target',
    'es2023',
    '--verbatimModuleSyntax',
    'false',
  ]
  const compiled = tool([inModules('typescript/bin/tsc'), ...strict, ...modules, 'newcomer.ts'], folder)
  expect(compiled.stdout).toBe('')
  expect(compiled.status).toBe(0)

  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = portal.app.server.address() as AddressInfo
  const picture = path.join(folder, 'picture.jpg')
  writeFileSync(picture, await jpeg())
  const client = fork(path.join(folder, 'newcomer.ts'), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  onTestFinished(() => void client.kill())
  let complaints = ''
  client.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  type Question = { otpFor?: string; pay?: string; submitted?: string; lock?: number }
  let end: Question = {}
  client.on('message', async (question: Question) => {
    if (question.submitted !== undefined) end = question
    else if (question.pay !== undefined) {
      await post(portal, gateway.webhook(gateway.pays(question.pay)))
      portal.clock.advance(31_000)
      client.send('paid')
    } else client.send(await portal.otpFor(question.otpFor!))
  })
  const exit = once(client, 'exit')
  client.send({ baseUrl: `http://127.0.0.1:${port}`, person: asha, answers: ashasAnswers, picture })
  const [code] = await exit
  expect(complaints.replaceAll(/^.*Warning.*$/gm, '').trim()).toBe('')
  expect(code).toBe(0)
  expect(end).toEqual({ submitted: expect.stringMatching(/^ML24/), lock: 1 })
})
