import type { Operation, SchemaNode } from '../../../spec/document.ts'
import { isSafe } from '../../../spec/http.ts'
import type { Json } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { bodySchema, type Api } from '../../api/api.ts'
import { keywordsOf } from '../../api/keywords.ts'
import { acceptedDraft } from '../../attempts/accepted-request.ts'
import { slug, type Case } from '../../case.ts'
import { int64, mangled } from '../../checks/int64.ts'
import { skipped, type Context } from '../../context.ts'
import { bodyValue, withBody, withValueAt } from '../../draft.ts'
import type { Answer, Draft } from '../../interaction.ts'
import { identityIn } from '../../records/identity.ts'
import { isValid } from '../../requests/validity.ts'
import { coverageCase } from './coverage-case.ts'

/** 2^53 + 1, the smallest positive integer that a double cannot represent. */
const large = 9_007_199_254_740_993n

/** Beyond 64 bits, which databases do not take. */
const huge = 100_000_000_000_000_000_000n

/** A 32-bit integer that is no record's id either. */
const small = 2_147_483_629

interface IntegerPlace {
  readonly where: string
  readonly pointer: string
  put(draft: Draft, value: Json): Draft | undefined
}

/** A case for each int64 in a request, with a value that a double cannot represent. */
export function largeIntegerCases(api: Api, operation: Operation): readonly Case[] {
  const isLarge = (schema: SchemaNode): boolean => isInt64(api, schema)
  return [...inParameters(operation, isLarge), ...inBody(api, operation)].map((place) =>
    coverageCase(
      operation,
      `int64/${slug(place.where)}`,
      `keeps ${String(large)} exact in ${place.where}`,
      (context) => tryLarge(context, operation, place),
    ),
  )
}

/** A case for each integer in the path and the query, with one that fits into no column: no reason to fail. */
export function hugeIntegerCases(api: Api, operation: Operation): readonly Case[] {
  const isInteger = (schema: SchemaNode): boolean => typesOf(api.document, schema).has('integer')
  return inParameters(operation, isInteger).map((place) =>
    coverageCase(
      operation,
      `huge/${slug(place.where)}`,
      `with ${String(huge)} in ${place.where}`,
      async (context) => {
        const draft = place.put(await acceptedDraft(context, operation), huge)
        if (draft) await context.send({ ...draft, bindings: [] }, 'probe')
      },
    ),
  )
}

function inParameters(operation: Operation, takes: (schema: SchemaNode) => boolean): readonly IntegerPlace[] {
  return operation.parameters.flatMap(({ in: place, name, schema }) => {
    // In the path of a write the id might be that of a record the run did not create.
    const isOpen = place === 'query' || (place === 'path' && isSafe(operation.method))
    if (!isOpen || !schema || !takes(schema)) return []
    const put = (draft: Draft, value: Json): Draft => ({
      ...draft,
      [place]: { ...draft[place], [name]: value },
    })
    return [{ where: `${place} ${name}`, pointer: schema.pointer, put }]
  })
}

function inBody(api: Api, operation: Operation): readonly IntegerPlace[] {
  const schema = bodySchema(operation)
  const properties = schema ? [...possiblePropertiesOf(api.document, schema)] : []
  const own = identityIn(api, operation)?.pointer
  return properties.flatMap(([name, node]) => {
    if (!isInt64(api, node) || own === `/${name}`) return []
    const put = (draft: Draft, value: Json): Draft | undefined => {
      const changed = withValueAt(bodyValue(draft) ?? null, `/${name}`, value)
      return changed === undefined ? undefined : withBody(draft, changed)
    }
    return [{ where: `body ${name}`, pointer: node.pointer, put }]
  })
}

function isInt64(api: Api, node: SchemaNode): boolean {
  return keywordsOf(api, node).get('format') === 'int64'
}

async function tryLarge(context: Context, operation: Operation, place: IntegerPlace): Promise<void> {
  const base = await acceptedDraft(context, operation)
  const draft = place.put(base, large)
  if (!draft || !isValid(context.api, draft))
    throw skipped('The document does not allow such a large integer.')
  const answer = await context.send(draft, 'valid')
  const came = mangled(answer, large) ?? (await refused(context, base, place, answer))
  if (came === undefined) return
  context.judge(int64, { where: place.where, sent: large, came, pointer: place.pointer }, { answer })
}

/**
 * Returns the status if a valid but unknown id is refused with 400 instead of 404; undefined if a small unknown id is
 * refused in the same way.
 */
async function refused(
  context: Context,
  base: Draft,
  place: IntegerPlace,
  { status }: Answer,
): Promise<string | undefined> {
  if (status !== 400 || place.where.startsWith('body')) return undefined
  const draft = place.put(base, small)
  const other = draft && isValid(context.api, draft) ? await context.send(draft, 'valid') : undefined
  return other?.status === status ? undefined : String(status)
}
