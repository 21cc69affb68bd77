import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type CallExpression, type Node, type PropertyAccessExpression, SyntaxKind } from 'typescript/unstable/ast'
import { API, type Checker, SymbolFlags, type Type, TypeFlags, type TypeReference } from 'typescript/unstable/sync'

const root = path.resolve('.')

/** What a call of `prepare` says of its rows. `open`: columns that it leaves to the statement. */
type WrittenRow =
  | { kind: 'object'; required: string[]; optional: string[] }
  | { kind: 'tuple'; length: number }
  | { kind: 'value' | 'open' | 'untyped' }
export type Written = { site: string; row: WrittenRow }

/** Every call of `prepare` on a connection in the sources of `server` and `db`, as the compiler of TypeScript reads it. */
export function statementsWritten(): Written[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'statements-'))
  const config = path.join(folder, 'tsconfig.json')
  const include = ['server', 'db'].map((name) => path.join(root, name))
  writeFileSync(config, JSON.stringify({ extends: path.join(root, 'tsconfig.json'), include }))
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)!
    const { program, checker } = project
    return program
      .getSourceFileNames()
      .filter((name) => include.some((one) => name.startsWith(`${one}/`)))
      .flatMap((name) => {
        const text = readFileSync(name, 'utf8')
        if (!/\.prepare[<(]/.test(text)) return []
        const calls: CallExpression[] = []
        const visit = (node: Node): void => {
          if (isPrepare(node, checker)) calls.push(node as CallExpression)
          node.forEachChild(visit)
        }
        visit(program.getSourceFile(name)!)
        return calls.map((call) => ({
          site: `${path.relative(root, name)}:${positionIn(text, nameOf(call))}`,
          row: rowOf(call, checker),
        }))
      })
  } finally {
    api.close()
    rmSync(folder, { recursive: true })
  }
}

const nameOf = (call: CallExpression) => (call.expression as PropertyAccessExpression).name
function isPrepare(node: Node, checker: Checker): boolean {
  if (node.kind !== SyntaxKind.CallExpression) return false
  const { expression } = node as CallExpression
  if (expression.kind !== SyntaxKind.PropertyAccessExpression) return false
  const { name, expression: connection } = expression as PropertyAccessExpression
  if (name.text !== 'prepare') return false
  const type = checker.getTypeAtLocation(connection)
  return type !== undefined && checker.typeToString(type).endsWith('Database')
}

/** `line:column`, both from 1, as a stack of calls names the place. */
function positionIn(text: string, node: Node): string {
  const before = text.slice(0, node.end - 'prepare'.length).split('\n')
  return `${before.length}:${before.at(-1)!.length + 1}`
}

function rowOf(call: CallExpression, checker: Checker): WrittenRow {
  const [, written] = call.typeArguments ?? []
  if (!written) return { kind: 'untyped' }
  const type = checker.getTypeFromTypeNode(written)!
  if (!isObject(type)) return { kind: 'value' }
  if (checker.isTupleType(type))
    return { kind: 'tuple', length: checker.getTypeArguments(type as TypeReference).length }
  if (checker.getIndexInfosOfType(type).length) return { kind: 'open' }
  const properties = checker.getPropertiesOfType(type)
  const named = (isOptional: boolean) =>
    properties.filter(({ flags }) => Boolean(flags & SymbolFlags.Optional) === isOptional).map(({ name }) => name)
  return { kind: 'object', required: named(false), optional: named(true) }
}

/** Not a number or text, also if it has a mark, as an instant has. */
function isObject(type: Type): boolean {
  if (type.isIntersectionType()) return type.getTypes().every(isObject)
  if (type.isUnionType()) return type.getTypes().some(isObject)
  return Boolean(type.flags & TypeFlags.Object)
}

export type Prepared = { site: string; text: string; isPlucked: boolean }

/** Every statement that is prepared while `work` runs, with the place in the sources that prepares it. */
export async function statementsPrepared(work: () => Promise<void>): Promise<Prepared[]> {
  const seen: Prepared[] = []
  const kept = Object.getOwnPropertyDescriptor(SqliteDatabase.prototype, 'prepare')!
  // A connection of a portal prepares in its own way, which `openDatabase` gives it.
  Object.defineProperty(SqliteDatabase.prototype, 'prepare', {
    configurable: true,
    get: () => kept.value,
    set(own: typeof kept.value) {
      const prepare = (text: string) => {
        const statement = own(text)
        const one = { site: siteOf(new Error().stack!), text, isPlucked: false }
        seen.push(one)
        const { pluck } = statement
        statement.pluck = (toggle = true) => {
          one.isPlucked = toggle
          return pluck(toggle)
        }
        return statement
      }
      Object.defineProperty(this, 'prepare', { value: prepare, configurable: true, writable: true })
    },
  })
  try {
    await work()
  } finally {
    Object.defineProperty(SqliteDatabase.prototype, 'prepare', kept)
  }
  return seen
}

/** The caller of `prepare`: the third line, after the error and this file's own function. */
const siteOf = (stack: string) => /\(?([^( ]+:\d+:\d+)\)?$/.exec(stack.split('\n')[2]!)![1]!.replace(`${root}/`, '')
