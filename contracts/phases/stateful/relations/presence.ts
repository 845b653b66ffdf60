import type { Operation } from '../../../../spec/document.ts'
import { equalJson } from '../../../../spec/json.ts'
import { isSuccess } from '../../../answer.ts'
import type { Api } from '../../../api/api.ts'
import { relation, type RelationEvidence } from '../../../checks/relation.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { plainDraft } from '../../../draft.ts'
import type { Answer, Draft } from '../../../interaction.ts'
import { templatesOf } from '../../../requests/templates.ts'
import { createParent } from '../lists/unnamed-items.ts'
import { needsConsent } from './members.ts'

interface Presence {
  readonly get: Operation
  readonly remove: Operation
}

/** The GET whose status alone tells whether something was put at its path, and the DELETE: `/user/starred/{owner}/{repo}`. */
export function presenceOf({ operations }: Api, put: Operation): Presence | undefined {
  if (put.method !== 'PUT' || needsConsent(put)) return undefined
  const beside = operations.filter(({ path }) => path === put.path)
  const [get, remove] = ['GET', 'DELETE'].map((name) => beside.find(({ method }) => method === name))
  const isSilent = get?.responses.every(
    ({ status, content }) => !status.startsWith('2') || content.length === 0,
  )
  const tells = get?.responses.some(({ status }) => status === '404')
  return get && remove && isSilent && tells ? { get, remove } : undefined
}

/** Puts something at a path and deletes it: GET must find it only in between, and nothing where nothing was put. */
export async function judgePresence(context: Context, put: Operation): Promise<void> {
  const presence = presenceOf(context.api, put)
  const [template] = templatesOf(context.api, put)
  if (!presence || !template) return
  const { get, remove } = presence
  const owned = context.api.model.roles.get(put.id)?.resource
  const elsewhere = async (): Promise<Draft> => {
    if (owned) await createParent(context, owned)
    return context.instantiate(put, template, { fresh: true })
  }
  const [draft, other] = [await elsewhere(), await elsewhere()]
  const isElsewhere = !equalJson(draft.path, other.path) && !isFound(await look(context, get, other))
  const after: Answer[] = []
  const judge = async (action: RelationEvidence['action'], of: Draft, expected: boolean): Promise<void> => {
    const first = await look(context, get, of)
    const seen = isFound(first) === expected ? first : await look(context, get, of)
    if (isFound(seen) === expected) return
    const [operation, times] = [after.at(-1)?.draft.operation ?? put, isFound(seen) ? 1 : 0]
    const evidence = { action, status: seen.status, property: `the answers to GET ${get.path}`, times }
    context.judge(relation, evidence, { answer: seen, operation, after: [...after] })
    throw inconclusive('The path does not tell what was put there.')
  }
  after.push(await succeed(context, draft))
  await judge('put', draft, true)
  if (isElsewhere) await judge('elsewhere', other, false)
  after.push(await succeed(context, at(remove, draft)))
  await judge('delete', draft, false)
}

const isFound = ({ status }: Answer): boolean => isSuccess(status)

const at = (operation: Operation, { path, bindings }: Draft): Draft =>
  plainDraft(operation, { path, bindings })

async function look(context: Context, get: Operation, of: Draft): Promise<Answer> {
  const answer = await context.send(at(get, of), 'valid')
  if (isFound(answer) || answer.status === 404) return answer
  throw inconclusive(`The path was answered with ${String(answer.status)}.`)
}

async function succeed(context: Context, draft: Draft): Promise<Answer> {
  const answer = await context.send(draft, 'valid')
  if (isSuccess(answer.status) && answer.status !== 202) return answer
  throw inconclusive(`The request was answered with ${String(answer.status)}.`)
}
