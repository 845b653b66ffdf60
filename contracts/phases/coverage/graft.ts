import type { MediaType, Operation } from '../../../spec/document.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, stringifyJson, type Json } from '../../../spec/json.ts'
import { appendPointer, pointerTokens } from '../../../spec/json/pointer.ts'
import { withoutExclusive } from '../../api/alternatives.ts'
import { bodySchema, bodyType, referredBy, resourceNamed, type Api } from '../../api/api.ts'
import { rangesOf } from '../../api/described-ranges.ts'
import type { Mutation } from '../../attempts/mutation.ts'
import { slug } from '../../case.ts'
import { bodyValue, valueAt, withBody, withValueAt } from '../../draft.ts'
import { withPeriodsKept } from '../../requests/ordered-ranges.ts'
import { afterRoundTrip } from '../../requests/round-trip.ts'

/** A part of a generated value that is put into a request's body. */
interface Graft {
  /** JSON pointer of the part, in the value and in the body. */
  readonly path: string
  readonly keyword: string
  readonly title: string
  readonly value: Json
  readonly pointer: string
  /** Whether it makes the body invalid. */
  readonly isBroken: boolean
}

/** Values that no schema but the empty one accepts all of. */
const anything: readonly Json[] = [true, 0, '', [], {}]

/** A mutation that replaces one part of a request's body by the same part of a generated value. */
export function graft(
  api: Api,
  operation: Operation,
  { path, keyword, title, value, pointer, isBroken }: Graft,
): Mutation {
  const schema = bodySchema(operation)
  const mediaType = bodyType(operation)
  const isFit = (body: Json): boolean => {
    const read = mediaType && afterRoundTrip(mediaType, body)
    if (!schema || read === undefined) return !schema
    const validate = api.validator.of(schema, 'request')
    if (!isBroken) return validate.accepts(read)
    return !validate.accepts(read) && !validate.accepts(asText(mediaType, read, path))
  }
  /** Whether the body lacks the place and may have anything there: its branch of the schema does not know it. */
  const isOpenAt = (own: Json): boolean =>
    !isBroken &&
    valueAt(own, path) === undefined &&
    anything.every((each) => {
      const filled = withValueAt(own, path, each)
      return filled !== undefined && isFit(filled)
    })
  return {
    operation,
    cause: `body${path.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${keyword}`,
    keyword: path === '' && keyword !== 'properties' ? 'whole' : keyword,
    title,
    pointer,
    place: 'body',
    path,
    slug: `body/${slug(path)}/${slug(title)}`,
    ...((isReference(api, operation, path) || namesIds(path)) && { isReference: true }),
    apply(draft) {
      const own = bodyValue(draft)
      if (own === undefined) return undefined
      const partOf = (at: string): Json | undefined => {
        const grafted = withValueAt(own, at, valueAt(value, at))
        // A whole value keeps its made-up ids: if it is refused for them, `applyWithIds` replaces them.
        return path === '' ? grafted : grafted && withIdsOf(api, operation, own, grafted, path)
      }
      const grafted = path === '' && keyword === 'properties' ? membersOf(own, value) : partOf(path)
      const apart =
        grafted === undefined ? undefined : withoutExclusive(api, operation, grafted, onlyAt(path))
      const kept =
        isJsonObject(own) && apart !== undefined && isJsonObject(apart) && !isBroken
          ? withPeriodsKept(own, apart, rangesOf(api, operation).body)
          : apart
      // If the accepted body matches another branch of the schema, what holds the place is replaced, or the whole value.
      const holder = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
      const elsewhere = [partOf(holder), withIdsOf(api, operation, own, value, path), value]
      const candidates = isOpenAt(own) ? elsewhere : [kept, grafted, ...elsewhere]
      const fit = candidates.find((each) => each !== undefined && isFit(each))
      return fit === undefined ? undefined : withBody(draft, fit)
    },
    ...(path === '' && {
      applyWithIds(draft) {
        const own = bodyValue(draft)
        if (own === undefined) return undefined
        const whole = withIdsOf(api, operation, own, value, path)
        const fit = [withoutOtherIds(api, operation, own, whole), whole].find(isFit)
        return fit === undefined ? undefined : withBody(draft, fit)
      },
    }),
  }
}

/** A value that has nothing but what is at a path. */
const onlyAt = (path: string): Json =>
  pointerTokens(path).reduceRight<Json>((inner, token) => ({ [token]: inner }), true)

/** The body with a multipart value as a string, as a server reads it that ignores the part's Content-Type (RFC 7578 §4.4). */
function asText(mediaType: MediaType | undefined, body: Json, path: string): Json {
  const part = mediaType?.type.startsWith('multipart/') === true ? valueAt(body, path) : undefined
  const text = typeof part === 'object' ? withValueAt(body, path, stringifyJson(part)) : undefined
  return text ?? body
}

/** The value with the ids of the accepted body, except at `path`: the record's own, and those of existing records it refers to. */
function withIdsOf(api: Api, operation: Operation, own: Json, value: Json, path: string): Json {
  const { idProperty } = api.model.roles.get(operation.id)?.resource ?? {}
  const isId = (place: string): boolean =>
    place !== path &&
    ((idProperty !== undefined && place === appendPointer('', idProperty)) ||
      isReference(api, operation, place))
  const merge = (known: Json | undefined, other: Json, at: string): Json => {
    if (isArray(other)) {
      const items = known !== undefined && isArray(known) ? known : []
      return other.map((item, index) => merge(items[index] ?? items[0], item, `${at}/${String(index)}`))
    }
    if (!isJsonObject(other)) return other
    const members = known !== undefined && isJsonObject(known) ? known : {}
    return Object.fromEntries(
      Object.entries(other).map(([name, member]) => {
        const place = appendPointer(at, name)
        return [name, isId(place) ? (members[name] ?? member) : merge(members[name], member, place)]
      }),
    )
  }
  return merge(own, value, '')
}

/** The value without references to other records that the accepted body does not have. */
function withoutOtherIds(api: Api, operation: Operation, own: Json, value: Json): Json {
  if (!isJsonObject(own) || !isJsonObject(value)) return value
  const isOther = (name: string): boolean =>
    !Object.hasOwn(own, name) && isReference(api, operation, `/${name}`)
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isOther(name)))
}

/** The members of the model, with the values of the body where it has them. */
function membersOf(own: Json, model: Json): Json {
  if (!isJsonObject(own) || !isJsonObject(model)) return model
  return Object.fromEntries(Object.entries(model).map(([name, value]) => [name, own[name] ?? value]))
}

/** Whether a place in a body holds the id of another record, or an object with that id: it cannot be chosen freely. */
export function isReference(api: Api, operation: Operation, path: string): boolean {
  const [name, holder] = namesOn(path).toReversed()
  const referred = (property: string | undefined): string | undefined =>
    property === undefined ? undefined : referredBy(api, operation, property)
  const held = referred(holder)
  const isHeld = held !== undefined && resourceNamed(api, held)?.idProperty === name
  return isHeld || referred(name) !== undefined
}

/** Whether the last property is named like an id: `ids`, `parentId`. */
const namesIds = (path: string): boolean =>
  /^(?:id|uuid)s?$/.test(wordsOf(namesOn(path).at(-1) ?? '').at(-1) ?? '')

/** The property names on a path, without array indexes. */
const namesOn = (path: string): readonly string[] =>
  pointerTokens(path).filter((token) => !/^\d+$/.test(token))
