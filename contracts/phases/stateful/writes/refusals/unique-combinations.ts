import type { Operation } from '../../../../../spec/document.ts'
import {
  uniqueCombinationOf,
  type UniqueCombination,
} from '../../../../../spec/inference/constraints/unique-combinations.ts'
import { keptKeysOf, uniqueKeysOf } from '../../../../../spec/inference/constraints/unique-keys.ts'
import { idempotencyKeyParameter } from '../../../../../spec/inference/idempotency-keys.ts'
import { refusalStatements } from '../../../../../spec/inference/prose/refusal-statements.ts'
import { singularWordsOf } from '../../../../../spec/inference/prose/words.ts'
import { isJsonObject } from '../../../../../spec/json.ts'
import type { Resource } from '../../../../../spec/resources.ts'
import { isSuccess } from '../../../../answer.ts'
import { bodySchema, creationOf, type Api } from '../../../../api/api.ts'
import { stateProperties } from '../../../../api/state-values.ts'
import { acceptedDraft } from '../../../../attempts/accepted-request.ts'
import type { Context } from '../../../../context.ts'
import { bodyValue } from '../../../../draft.ts'
import type { Draft } from '../../../../interaction.ts'
import { changeIntoAnother, type Collision } from './collisions.ts'
import type { Provocation } from './provocation.ts'

/** The same request once more, for records that may exist only once. */
export async function repeated(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const { operation } = base
  if (operation.method !== 'POST') return []
  const { resource, operation: role } = context.api.model.roles.get(operation.id) ?? {}
  // A repeated request may be answered by its idempotency key.
  const isJudged = resource && role?.role === 'create' && !idempotencyKeyParameter(operation)
  const unique = isJudged ? ruleOf(context.api, operation, resource) : undefined
  const rule = unique ?? (isJudged ? takenOf(context.api, base, resource) : undefined)
  // What is taken may also be limited, and the requests before may have used that up.
  const draft = rule && !unique ? await acceptedDraft(context, operation, { fresh: true, attempt: 1 }) : base
  const answer = await context.send(draft, 'valid')
  if (!isSuccess(answer.status)) return []
  const title = 'the values of an existing record'
  return [
    {
      title: 'a request for an existing record',
      intent: 'valid',
      draft,
      done: [answer],
      ...(rule && answer.status !== 202 && { forbidden: collisionOf(rule, title).forbidden }),
    },
  ]
}

/** Changes of a record to the values of another one that no two records may share. */
export async function duplicateCombinations(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const { resource, operation: role } = context.api.model.roles.get(base.operation.id) ?? {}
  if (!resource || !/^(?:replace|update)$/.test(role?.role ?? '') || role?.requestPath.length !== 0) return []
  const rule = ruleOf(context.api, base.operation, resource)
  const found: Provocation[] = []
  for (const each of [...(rule ? [rule] : []), ...keysOf(context.api, base.operation, resource)]) {
    const title = `the ${each.properties.join(' and ')} of another record`
    found.push(...(await changeIntoAnother({ context, base, resource }, () => collisionOf(each, title))))
  }
  return found
}

/** The single values that a creation must not share, where nothing is said of changes: "409 if the email is taken". */
function keysOf(api: Api, operation: Operation, resource: Resource): readonly UniqueValues[] {
  const sent = bodySchema(operation)
  const creation = creationOf(api, resource)
  if (!sent || !creation) return []
  const write = { operation, sent }
  const told = uniqueKeysOf(api.document, resource.record, write, creation)
  return told.length > 0
    ? []
    : keptKeysOf(api.document, resource.record, write, creation).map(({ property, pointer, status }) => ({
        properties: [property],
        pointer,
        status,
      }))
}

type UniqueValues = Pick<UniqueCombination, 'properties' | 'pointer' | 'status'>

/** The values that no two records may share. */
export function ruleOf(api: Api, operation: Operation, resource: Resource): UniqueCombination | undefined {
  const sent = bodySchema(operation)
  return sent && uniqueCombinationOf(api.document, { operation, sent }, resource, creationOf(api, resource))
}

/** "The court is already booked at that hour", "if the email address is signed up already" */
const taken =
  / (?:the|this|that) (?<noun>\w+(?: \w+)?) (?:is|ha) (?:already (?:been )?|(?=(?:\S+ ){1,3}already ))(?:been )?(?:booked|reserved|rented|signed up|registered|enrolled|subscribed|invited|scheduled) /
const uncertain = / (?:fully|not|no|never|unless|may|maximum|limit|another|other|else|different) /

/**
 * What a request names and is refused for being taken, by the document: all that is asked for may count as well, such as the hour at which
 * a court is booked, so that only the same request again is sure to be refused. Clients that send a state may send one that takes nothing.
 */
function takenOf(api: Api, base: Draft, resource: Resource): UniqueValues | undefined {
  const body = bodyValue(base)
  const names = isJsonObject(body) ? Object.keys(body) : []
  const states = new Set(stateProperties(api, resource))
  if (names.some((name) => states.has(name))) return undefined
  for (const { sentence, status, pointer } of refusalStatements(base.operation)) {
    const noun = taken.exec(sentence)?.groups?.['noun']?.replace(/(?<=^e?mail) addres{1,2}$/, '')
    const property = names.find((name) => singularWordsOf(name).replace(/ id$/, '') === noun)
    if (status === 409 && property !== undefined && !uncertain.test(sentence))
      return { properties: [property], pointer, status }
  }
  return undefined
}

const collisionOf = ({ properties, pointer, status }: UniqueValues, title: string): Collision => ({
  properties,
  forbidden: { forbiddenBy: pointer, status, cause: `body/${properties.join('+')} of another record`, title },
})
