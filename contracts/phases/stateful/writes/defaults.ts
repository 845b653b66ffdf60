import { equalJson, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import type { Resource } from '../../../../spec/resources.ts'
import type { Answer } from '../../../interaction.ts'
import { isSuccess } from '../../../answer.ts'
import { bodySchema, recordProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { defaults } from '../../../checks/defaults.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { readable } from '../../../records/readable.ts'
import { readOrFind } from '../../../records/read-record.ts'
import { textOf } from '../../../requests/parameter-rules.ts'
import { isValid } from '../../../requests/validity.ts'

interface Default {
  readonly property: string
  readonly value: Json
  readonly pointer: string
}

/** The defaults that a new record shows: of switches, numbers and states, for texts may stand for what the server makes of them. */
export function defaultsOf(
  api: Api,
  resource: Resource,
  { operation, role }: RoleOperation,
): readonly Default[] {
  const schema = bodySchema(operation)
  if (!schema || role.requestPath.length > 0) return []
  const shown = recordProperties(api, resource)
  const isReadable = readable(api, resource)
  return [...possiblePropertiesOf(api.document, schema)].flatMap(([property, node]) => {
    const keywords = keywordsOf(api, node)
    const value = keywords.get('default') as Json | undefined
    const own = shown.get(property)
    const isPlain = typeof value === 'boolean' || typeof value === 'number' || keywords.has('enum')
    if (value === undefined || value === null || !own || !isPlain || !isReadable(property)) return []
    const isPossible = api.validator.of(own, 'response').accepts(value)
    const isOpen = keywords.get('readOnly') !== true && !/^(?:auto|default|inherit)/i.test(textOf(value))
    return isPossible && isOpen ? [{ property, value, pointer: node.pointer }] : []
  })
}

/** Checks that a record created without the properties that have defaults shows the defaults. */
export async function leaveDefaultsOut(
  context: Context,
  resource: Resource,
  create: RoleOperation,
): Promise<void> {
  const { operation } = create
  const all = defaultsOf(context.api, resource, create)
  const { template } = await context.control(operation)
  if (!template) throw inconclusive(`No request to ${operation.id} was accepted.`)
  const names = new Set(all.map(({ property }) => property))
  const make = async (): Promise<{ readonly answer: Answer; readonly record: JsonObject }> => {
    const draft = await context.instantiate(operation, template, { fresh: true })
    const body = bodyValue(draft)
    const rest = isJsonObject(body) && Object.entries(body).filter(([name]) => !names.has(name))
    const least = rest ? withBody(draft, Object.fromEntries(rest)) : undefined
    if (!least || !isValid(context.api, least)) throw inconclusive('No property can be omitted.')
    const answer = await context.send(least, 'valid')
    const made = isSuccess(answer.status) ? context.run.records.createdBy(answer) : undefined
    const record = made && (await readOrFind(context, resource, made))?.record
    if (!record) throw inconclusive(`The new record could not be read after ${String(answer.status)}.`)
    return { answer, record }
  }
  const [first, again] = [await make(), await make()]
  for (const { property, value, pointer } of all) {
    const [seen, other] = [first.record[property], again.record[property]]
    // What is another each time is not kept from the request at all.
    if (seen === undefined || seen === null || !equalJson(seen, other ?? null) || equalJson(seen, value))
      continue
    context.judge(defaults, { property, due: value, seen, pointer }, { answer: first.answer })
  }
}
