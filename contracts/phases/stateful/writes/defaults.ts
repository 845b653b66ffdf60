import type { Pointer, SchemaNode } from '../../../../spec/document.ts'
import { equalJson, type Json, type JsonObject } from '../../../../spec/json.ts'
import { toPointer } from '../../../../spec/json/pointer.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { enumValues } from '../../../../spec/schemas/types.ts'
import { isSuccess } from '../../../answer.ts'
import { bodySchema, recordProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { replaces } from '../../../api/replaces.ts'
import { acceptedDraft } from '../../../attempts/accepted-request.ts'
import { defaults } from '../../../checks/defaults.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue, valueAt, withBody, withValueAt } from '../../../draft.ts'
import type { Answer, Draft } from '../../../interaction.ts'
import { readOrFind } from '../../../records/read-record.ts'
import { readable } from '../../../records/readable.ts'
import { textOf } from '../../../requests/parameter-rules.ts'
import { isValid } from '../../../requests/validity.ts'

interface Default {
  /** Where the body and the record have the property: `/active`, `/preferences/language`. */
  readonly at: Pointer
  readonly value: Json
  /** Other values that the property may have. */
  readonly others: readonly Json[]
  /** The schema of the property in the body. */
  readonly pointer: Pointer
}

/** How deep properties with defaults are looked for. */
const mostLevels = 2

/** The defaults that a record shows: of switches, numbers, states and texts of a pattern; others may stand for what the server makes of them. */
export function defaultsOf(
  api: Api,
  resource: Resource,
  { operation, role }: RoleOperation,
): readonly Default[] {
  const schema = bodySchema(operation)
  if (!schema || role.requestPath.length > 0) return []
  const isReadable = readable(api, resource)
  const shown = [...recordProperties(api, resource)].filter(([name]) => isReadable(name))
  return defaultsIn(api, possiblePropertiesOf(api.document, schema), new Map(shown), [])
}

type Properties = ReadonlyMap<string, SchemaNode>

function defaultsIn(
  api: Api,
  sent: Properties,
  shown: Properties,
  above: readonly string[],
): readonly Default[] {
  return [...sent].flatMap(([name, node]) => {
    const own = shown.get(name)
    const path = [...above, name]
    if (!own) return []
    const [inner, innerShown] = [node, own].map((each) => possiblePropertiesOf(api.document, each))
    const below =
      inner && innerShown && path.length < mostLevels ? defaultsIn(api, inner, innerShown, path) : []
    return [...defaultOf(api, node, own, toPointer(path)), ...below]
  })
}

function defaultOf(api: Api, node: SchemaNode, own: SchemaNode, at: Pointer): readonly Default[] {
  const keywords = keywordsOf(api, node)
  const value = keywords.get('default') as Json | undefined
  const isPlain =
    typeof value === 'boolean' || typeof value === 'number' || keywords.has('enum') || keywords.has('pattern')
  if (value === undefined || value === null || !isPlain) return []
  const isPossible = api.validator.of(own, 'response').accepts(value)
  const isOpen = keywords.get('readOnly') !== true && !/^(?:auto|default|inherit)/i.test(textOf(value))
  const others = [
    ...(typeof value === 'boolean' ? [!value] : []),
    ...(typeof value === 'number' ? [value + 1, value - 1] : []),
    ...enumValues(api.document, node).filter((each) => each !== null && !equalJson(each, value)),
  ]
  return isPossible && isOpen ? [{ at, value, others, pointer: node.pointer }] : []
}

/** Checks that a record created without the properties that have defaults shows the defaults. */
export async function leaveDefaultsOut(
  context: Context,
  resource: Resource,
  create: RoleOperation,
): Promise<void> {
  const { operation } = create
  const all = defaultsOf(context.api, resource, create)
  const make = async (): Promise<{ readonly answer: Answer; readonly record: JsonObject }> => {
    const draft = without(context.api, await acceptedDraft(context, operation, { fresh: true }), all)
    if (!draft) throw inconclusive('No property can be omitted.')
    const answer = await context.send(draft, 'valid')
    const made = isSuccess(answer.status) ? context.run.records.createdBy(answer) : undefined
    const record = made && (await readOrFind(context, resource, made))?.record
    if (!record) throw inconclusive(`The new record could not be read after ${String(answer.status)}.`)
    return { answer, record }
  }
  const [first, again] = [await make(), await make()]
  for (const each of all) {
    const [seen, other] = [valueAt(first.record, each.at), valueAt(again.record, each.at)]
    // What is another each time is not kept from the request at all.
    if (seen !== undefined && equalJson(seen, other ?? null)) judge(context, each, seen, first.answer)
  }
}

/** Whether a replacement may omit properties that have defaults. */
export const mayResetToDefaults = (api: Api, resource: Resource, by: RoleOperation): boolean =>
  replaces(api, resource, by) && defaultsOf(api, resource, by).some(({ others }) => others.length > 0)

/** Checks that a replacement without the properties that have defaults gives the record these, whatever values it had. */
export async function resetToDefaults(
  context: Context,
  resource: Resource,
  by: RoleOperation,
): Promise<void> {
  const record = await context.fixture(resource, { fresh: true })
  const all = defaultsOf(context.api, resource, by)
  const first = await acceptedDraft(context, by.operation)
  const replace = async (draft: Draft | undefined): Promise<[Answer, JsonObject]> => {
    const answer = draft && (await context.send(draft, 'valid'))
    const seen = record && answer && isSuccess(answer.status) && (await readOrFind(context, resource, record))
    if (!answer || !seen || !seen.record) throw inconclusive('No record can be replaced and read.')
    return [answer, seen.record]
  }
  const [, before] = await replace(all.reduce((draft, each) => withOther(context.api, draft, each), first))
  const [answer, after] = await replace(without(context.api, first, all))
  for (const each of all) {
    const [old, seen] = [valueAt(before, each.at), valueAt(after, each.at)]
    if (seen !== undefined && equalJson(seen, old ?? null)) judge(context, each, seen, answer)
  }
}

function judge(context: Context, { at, value, pointer }: Default, seen: Json, answer: Answer): void {
  if (seen === null || equalJson(seen, value)) return
  const property = at.slice(1).replaceAll('/', '.')
  context.judge(defaults, { property, due: value, seen, pointer }, { answer })
}

/** The request with another value in place of a default, if it is valid. */
function withOther(api: Api, draft: Draft, { at, others }: Default): Draft {
  const body = bodyValue(draft)
  const candidates = others.flatMap((each) => {
    const changed = body && withValueAt(body, at, each)
    return changed === undefined ? [] : [withBody(draft, changed)]
  })
  return candidates.find((each) => isValid(api, each)) ?? draft
}

/** The request without the properties that have defaults; undefined if it would not be valid. */
function without(api: Api, draft: Draft, all: readonly Default[]): Draft | undefined {
  const body = bodyValue(draft)
  const rest = all.reduce<Json | undefined>(
    (sofar, { at }) => (sofar && withValueAt(sofar, at, undefined)) ?? sofar,
    body,
  )
  const least = rest === undefined ? undefined : withBody(draft, rest)
  return least && isValid(api, least) ? least : undefined
}
