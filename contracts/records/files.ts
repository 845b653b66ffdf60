import { setTimeout as sleep } from 'node:timers/promises'
import type { Operation } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import { progressOf } from '../../spec/inference/states/started-work.ts'
import { uploadOf } from '../../spec/inference/uploads/uploads.ts'
import { isSuccess } from '../answer.ts'
import type { Api } from '../api/api.ts'
import type { Context } from '../context.ts'
import type { Answer } from '../interaction.ts'
import { pathTarget } from '../requests/paths.ts'
import { templatesOf } from '../requests/templates.ts'
import type { Control } from './case-group.ts'
import { readItem } from './read-record.ts'

/** The operation that uploads what another one at its path reads or deletes: `PUT /albums/{id}/cover`. */
export function uploadFor({ document, operations }: Api, { method, path }: Operation): Operation | undefined {
  if (method !== 'GET' && method !== 'DELETE') return undefined
  return operations.find(
    (each) =>
      each.path === path &&
      (each.method === 'PUT' || each.method === 'POST') &&
      uploadOf(document, each) !== undefined,
  )
}

/** Milliseconds until work is looked at again, and how often it is. */
const pause = 100
const mostLooks = 10

/** An accepted request for the outcome of work that was refused while the work went on: the file of an export. */
export async function afterWork(
  context: Context,
  operation: Operation,
  refused: readonly Answer[],
): Promise<Control | undefined> {
  const { api, group } = context
  const target = isSafe(operation.method) ? pathTarget(api, operation) : undefined
  const progress = target && progressOf(api.document, target.resource.record)
  const record = target && group.fixtures.get(target.resource.name)
  const isRefused = refused.some(({ status }) => status === 409 || status === 404)
  const [template] = templatesOf(api, operation)
  if (!target || !progress || !record?.creation || !isRefused || !template) return undefined
  for (let look = 0; look < mostLooks; look += 1) {
    const seen = await readItem(context, target.resource, record)
    if (seen?.record?.[progress.property] === progress.after) break
    await sleep(pause)
  }
  const answer = await context.send(await context.instantiate(operation, template), 'valid')
  return isSuccess(answer.status) ? { template, answer, refused } : undefined
}
