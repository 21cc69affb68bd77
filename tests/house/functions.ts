import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** A function with more lines of its own needs a reason. */
export const longest = 60

/** A function of a file, with the lines that are its own: those of the functions inside it are not. */
type Measured = { name: string; line: number; own: number; reason: string | null }

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)
/** The name that the code around it gives a function: of a declaration, a variable, or a member of an object. */
const nameOf = (node: Node, around: Node | null): string =>
  ((node.id ?? around?.id ?? around?.key) as { name?: string } | null)?.name ?? '(no name)'

/** Why a function is long: a line of the comment directly above it. */
const reasonIn = (comment: string): string | null => /^[*\s]*Long: (.*\w.*)$/m.exec(comment)?.[1]?.trim() ?? null

/** All functions of one source text. */
export function functionsIn(file: string, text: string): Measured[] {
  const { program, comments, errors } = parseSync(file, text)
  if (errors.length) throw new Error(`${file}: ${errors[0]!.message}`)
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => index)
  const lineOf = (place: number): number => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= place) low = middle
      else high = middle - 1
    }
    return low + 1
  }
  const commentEndingOn = new Map(comments.map(({ end, value }) => [lineOf(end), value]))
  const found: Measured[] = []
  /** Visits a node; the lines of the outermost functions in it. One within a line takes nothing from the lines around it. */
  function visit(node: Node, around: Node | null): number {
    const inner = Object.values(node)
      .flat()
      .filter(isNode)
      .reduce((lines, child) => lines + visit(child, node), 0)
    if (!isFunction(node)) return inner
    const line = lineOf(node.start)
    const lines = lineOf(node.end) - line + 1
    const reason = reasonIn(commentEndingOn.get(line - 1) ?? '')
    found.push({ name: nameOf(node, around), line, own: lines - inner, reason })
    return lines > 1 ? lines : 0
  }
  visit(program as unknown as Node, null)
  return found
}

/** All functions of the files in these folders, by file. */
export const functionsOf = (folders: string[]): { file: string; functions: Measured[] }[] =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /(?<!\.d)\.(tsx?|mjs)$/.test(file))
    .sort()
    .map((file) => ({ file, functions: functionsIn(file, readFileSync(file, 'utf8')) }))
