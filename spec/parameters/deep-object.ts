import type { Json } from '../json.ts'
import { types, type Shape } from '../schemas/shape.ts'
import { getOrInsertComputed } from '../util/memo.ts'
import { badStyle, readMember, readScalar, type Decode, type Fault } from './read-values.ts'

/** The pairs `name[a][b]=value`, as a tree of the names in brackets. */
interface Branch {
  readonly texts: string[]
  readonly children: Map<string, Branch>
}

const maxDepth = 32

/**
 * Reads an object in the style `deepObject`: `filter[name]=Rex&filter[age]=3`. Also reads what OpenAPI leaves undefined:
 * nested objects (`filter[owner][name]`), arrays (`filter[tag]=a&filter[tag]=b`, `filter[tag][]=a`, `filter[tag][0]=a`) and
 * values other than objects (`tag[]=a`, `tag=a`), and objects as JSON (`filter={"name": "Rex"}`).
 */
export function readDeepObject(
  pairs: ReadonlyMap<string, readonly string[]>,
  name: string,
  shape: Shape,
  decode: Decode,
): Json | Fault | undefined {
  const texts = pairs.get(name) ?? []
  const isPlain = texts.some((text) => !/^(?:\{|%7b)/i.test(text))
  if (isPlain && (shape.types & (types.scalar | types.array)) === 0) return badStyle
  const root: Branch = { texts: [...texts], children: new Map() }
  for (const [key, texts] of pairs) {
    if (!key.startsWith(`${name}[`) || !key.endsWith(']')) continue
    const path = key.slice(name.length + 1, -1).split('][')
    if (path.length > maxDepth) return badStyle
    branchAt(root, path).texts.push(...texts)
  }
  return root.children.size + root.texts.length === 0 ? undefined : toValue(root, shape, decode)
}

/** The branch at a path, which is created if missing. */
function branchAt(root: Branch, path: readonly string[]): Branch {
  let branch = root
  for (const name of path) {
    const next = getOrInsertComputed(branch.children, name, () => ({
      texts: [],
      children: new Map<string, Branch>(),
    }))
    branch = next
  }
  return branch
}

function toValue(branch: Branch, shape: Shape, decode: Decode): Json | Fault {
  const { texts, children } = branch
  if (children.size === 0) return readMember(texts, decode, shape)
  if (texts.length > 0) return badStyle
  const isArray = (shape.types & (types.array | types.object)) === types.array || children.has('')
  return isArray ? toArray(branch, shape.items(), decode) : toObject(branch, shape, decode)
}

function toObject({ children }: Branch, shape: Shape, decode: Decode): Json | Fault {
  const members: [string, Json][] = []
  for (const [name, child] of children) {
    const value = toValue(child, shape.member(name), decode)
    if (typeof value === 'symbol') return value
    members.push([name, value])
  }
  return Object.fromEntries(members)
}

function toArray({ children }: Branch, items: Shape, decode: Decode): Json | Fault {
  const array: Json[] = []
  for (const child of children.values()) {
    const values: readonly (Json | Fault)[] =
      child.children.size === 0
        ? child.texts.map((text) => readScalar(text, decode, items))
        : [toValue(child, items, decode)]
    for (const value of values) {
      if (typeof value === 'symbol') return value
      array.push(value)
    }
  }
  return array
}
