import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'

/** Calls the programs for strangers in one Python, which takes most of a short run by itself. */
const driver = `
import contextlib, io, json, sys, traceback
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import check, sign, witness
if len(sys.argv) > 2:
    check.time.time = lambda: float(sys.argv[2])
told = []
for name, words in json.load(sys.stdin):
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(out):
        try:
            code = witness.run({"check": check.main, "sign": sign.main, "witness": witness.main}[name], words)
        except BaseException:
            code = traceback.format_exc()
    out.flush()
    told.append([code, out.buffer.getvalue().decode()])
print(json.dumps(told))`

type Run = readonly [program: 'check' | 'sign' | 'witness', words: readonly string[]]
/** How a run ends (an error of the program itself as text), and what it says. */
type Told = { code: number | string; said: string }

const wordsOf = (at?: number): string[] => {
  const words = ['-c', driver, path.resolve('server/features/operations/public-log')]
  return at === undefined ? words : [...words, String(at / 1000)]
}
const toldIn = (stdout: string): Told[] =>
  (JSON.parse(stdout) as [number | string, string][]).map(([code, said]) => ({ code, said }))

/** What each run ends with and says. `at`: the time, in ms; now, if absent. */
export function pythonSays(runs: readonly Run[], at?: number): Told[] {
  const { stdout, stderr } = spawnSync('python3', wordsOf(at), { encoding: 'utf8', input: JSON.stringify(runs) })
  if (stderr) throw new Error(stderr)
  return toldIn(stdout)
}

/** The same beside a server in this process. */
export async function pythonSaysOnline(runs: readonly Run[], at?: number): Promise<Told[]> {
  const child = spawn('python3', wordsOf(at))
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (part: Buffer) => {
    stdout += part.toString()
  })
  child.stderr.on('data', (part: Buffer) => {
    stderr += part.toString()
  })
  child.stdin.end(JSON.stringify(runs))
  await new Promise((done) => child.on('close', done))
  if (stderr) throw new Error(stderr)
  return toldIn(stdout)
}
