import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** Calls the programs for strangers in one Python, which takes most of a short run by itself. */
const driver = `
import contextlib, io, json, sys, traceback
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import check, witness
if len(sys.argv) > 2:
    check.time.time = lambda: float(sys.argv[2])
told = []
for name, words in json.load(sys.stdin):
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(out):
        try:
            code = witness.run({"check": check.main, "witness": witness.main}[name], words)
        except BaseException:
            code = traceback.format_exc()
    out.flush()
    told.append([code, out.buffer.getvalue().decode()])
print(json.dumps(told))`

type Run = readonly [program: 'check' | 'witness', words: readonly string[]]

/** What each run ends with (an error of the program as text) and says. `at`: the time, in ms; now, if absent. */
export function pythonSays(runs: readonly Run[], at?: number): { code: number | string; said: string }[] {
  const words = ['-c', driver, path.resolve('server/features/operations/public-log')]
  const { stdout, stderr } = spawnSync('python3', at === undefined ? words : [...words, String(at / 1000)], {
    encoding: 'utf8',
    input: JSON.stringify(runs),
  })
  if (stderr) throw new Error(stderr)
  return (JSON.parse(stdout) as [number | string, string][]).map(([code, said]) => ({ code, said }))
}
