import { describedBeginnings } from '../../../../spec/inference/states/described-beginnings.ts'
import { isJsonObject, type Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import type { Api, RoleOperation } from '../../../api/api.ts'
import { states } from '../../../checks/states.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import { readOrFind } from '../../../records/read-record.ts'
import { readable } from '../../../records/readable.ts'
import { isValid } from '../../../requests/validity.ts'

/** The flags and choices of new records that the description of a creation names, and the records show: "New members are active". */
export function flagsOfNew(
  api: Api,
  resource: Resource,
  { operation }: RoleOperation,
): ReadonlyMap<string, boolean | string> {
  const isReadable = readable(api, resource)
  return new Map(
    Object.entries(describedBeginnings(api.document, resource.record, operation)).flatMap(([name, value]) =>
      isBeginning(value) && isReadable(name) ? [[name, value]] : [],
    ),
  )
}

const isBeginning = (value: Json | undefined): value is boolean | string =>
  typeof value === 'boolean' || typeof value === 'string'

/** Checks that a record created without these flags has them as the description says. */
export async function judgeInitialFlags(
  context: Context,
  resource: Resource,
  create: RoleOperation,
): Promise<void> {
  const { operation } = create
  const flags = flagsOfNew(context.api, resource, create)
  const { template } = await context.control(operation)
  const draft = template && (await context.instantiate(operation, template, { fresh: true }))
  if (!draft) throw inconclusive(`No request to ${operation.id} was accepted.`)
  const body = bodyValue(draft)
  const least = isJsonObject(body)
    ? withBody(draft, Object.fromEntries(Object.entries(body).filter(([name]) => !flags.has(name))))
    : draft
  if (!isValid(context.api, least)) throw inconclusive('The flags cannot be omitted.')
  const answer = await context.send(least, 'valid')
  const made = isSuccess(answer.status) ? context.run.records.createdBy(answer) : undefined
  const record = made && (await readOrFind(context, resource, made))?.record
  if (!record) throw inconclusive(`The new record could not be read after ${String(answer.status)}.`)
  for (const [property, due] of flags) {
    const seen = record[property]
    if (!isBeginning(seen) || seen === due) continue
    const [expected, actual] = [String(due), String(seen)]
    const { pointer } = operation
    context.judge(states, { kind: 'begins', property, expected, actual, pointer }, { answer })
  }
}
