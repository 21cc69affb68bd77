import { parseSync } from 'vite'

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
function numbersFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** So many of all, at random by the seed, in the order of `all`. */
export function chosen(all, count, seed) {
  const random = numbersFrom(seed)
  const drawn = new Map(all.map((one) => [one, random()]))
  const first = new Set([...all].sort((one, other) => drawn.get(one) - drawn.get(other)).slice(0, count))
  return all.filter((one) => first.has(one)).map((one, place) => ({ ...one, place }))
}

const operators = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
}
const methods = { some: 'every', every: 'some', min: 'max', max: 'min' }

const isText = ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string'
/** Types are not rules: of what TypeScript adds, only the expression within is walked. */
const isType = ({ type }) => /^TS/.test(type) && !/^TS(As|NonNull|Satisfies)/.test(type)

/** The change to an expression: the part that is replaced, and by what; undefined if there is none. */
function changeOf(node, source, random) {
  const { type, start, end, operator, left, right } = node
  if (operator && left && right && operators[operator] && !(operator === '+' && (isText(left) || isText(right)))) {
    const place = source.indexOf(operator, left.end)
    return { from: place, to: place + operator.length, by: operators[operator] }
  }
  if (type === 'UnaryExpression' && (operator === '!' || operator === '-'))
    return { from: start, to: start + 1, by: '' }
  if (type === 'UpdateExpression')
    return {
      from: start,
      to: end,
      by: source.slice(start, end).replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++')),
    }
  if (
    type === 'CallExpression' &&
    !source.slice(start, end).includes('?.') &&
    node.callee.type === 'MemberExpression'
  ) {
    const { property } = node.callee
    const by = Object.hasOwn(methods, property.name) ? methods[property.name] : undefined
    return by && { from: property.start, to: property.end, by }
  }
  if (type !== 'Literal') return undefined
  if (typeof node.value === 'boolean') return { from: start, to: end, by: String(!node.value) }
  if (typeof node.value === 'number') {
    return { from: start, to: end, by: `${node.value + (random() < 0.5 ? -1 : 1)}` }
  }
  return undefined
}

/** Calls `visit` for every expression that is not a type, a key or a target. */
function walk(node, visit) {
  if (!node || typeof node.type !== 'string' || isType(node)) return
  visit(node)
  for (const [name, value] of Object.entries(node)) {
    if (name === 'parent' || name === 'typeAnnotation' || (name === 'key' && !node.computed)) continue
    if (Array.isArray(value)) for (const one of value) walk(one, visit)
    else if (value && typeof value === 'object') walk(value, visit)
  }
}

/** Every small change that could be made in a file. Which way a number moves depends on the seed. */
export function mutantsOf(file, source, seed) {
  const random = numbersFrom(seed + source.length)
  const found = []
  const { program } = parseSync(file, source)
  walk(program, (node) => {
    const change = changeOf(node, source, random)
    if (!change) return
    const { start, end } = node
    const after = source.slice(start, change.from) + change.by + source.slice(change.to, end)
    const before = source.slice(start, end)
    found.push({ file, start, end, line: source.slice(0, start).split('\n').length, before, after })
  })
  return found
}

/**
 * The source with these mutants in it: each expression becomes a choice, so that a file is compiled once for them all. A
 * loop counts its turns, so that a change which makes it endless ends.
 */
export function withMutants(source, mutants) {
  const insertions = []
  const insert = (at, text, rank) => insertions.push({ at, text, rank })
  for (const { place, start, end, after } of mutants) {
    // At one place, what ends comes before what begins; of two that begin, the longer is outside.
    insert(start, `(globalThis.isMutant(${place}) ? (${after}) : (`, 1 / (end - start) + 1)
    insert(end, '))', (end - start) / 2 ** 32)
  }
  walk(parseSync('rules.ts', source).program, ({ type, body }) => {
    // A line that begins with a bracket would go on with the line before.
    for (const one of Array.isArray(body) ? body : [])
      if (one.type === 'ExpressionStatement') insert(one.start, ';', 0.99)
    if (!/^(For|While|DoWhile).*Statement$/.test(type)) return
    insert(body.start, '{ globalThis.turn?.(); ', 0.999)
    insert(body.end, '}', 0.999)
  })
  let text = source
  for (const { at, text: inserted } of insertions.sort((one, other) => other.at - one.at || other.rank - one.rank))
    text = text.slice(0, at) + inserted + text.slice(at)
  return text
}
