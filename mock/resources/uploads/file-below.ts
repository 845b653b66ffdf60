import type { Operation } from '../../../spec/document.ts'
import { uploadOf } from '../../../spec/inference/uploads/uploads.ts'
import type { Resource } from '../../../spec/resources.ts'
import { parameterNames } from '../../../spec/routing/path-template.ts'
import { refuse, type Behaviour, type BehaviourContext } from '../../behaviour.ts'
import type { Id } from '../../store/store.ts'
import { idInPath, nameOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { fileBelow, type FileBelow } from './file-part.ts'
import { putContent, removeContent } from './stored-content.ts'
import { fileIn } from './upload.ts'

/**
 * The behaviour of an operation without a role that uploads a file below a record, or deletes it there, while the file can be downloaded at
 * the same path. Undefined for any other operation.
 */
export function fileBehaviour(
  options: CrudOptions,
  operation: Operation,
  above: Resource,
  behaviour: Behaviour,
): Behaviour | undefined {
  const names = parameterNames(operation.path)
  const file = names.length === above.scope.length + 1 ? fileBelow(options, operation, above) : undefined
  const upload = uploadOf(options.document, operation)
  if (!file || (operation.method !== 'DELETE' && !upload)) return undefined
  return async (context) => {
    const { request, store } = context
    const ids = names.map((name) => idInPath(request, name) ?? '')
    const [scope, id] = [ids.slice(0, -1), ids.at(-1) ?? '']
    const outcome = await behaviour(context)
    if (outcome.kind === 'refused') return outcome
    const place = { store, scope, part: file.part }
    if (!upload) {
      const isGone =
        !(await removeContent(above, place, id)) && (await saysNone(above, file, context, scope, id))
      if (isGone) return missingFile(above, file, id)
    } else {
      const sent = fileIn(request, upload)
      if (sent) await putContent(above, place, id, sent)
    }
    await setFlag(above, file, context, scope, id, upload !== undefined)
    return outcome
  }
}

/** Refuses to show or to delete a file that is not there. */
export const missingFile = (above: Resource, { name }: FileBelow, id: Id): ReturnType<typeof refuse> =>
  refuse(404, 'not_found', `The ${nameOf(above, id)} has no ${name}.`)

/** Whether a record says that it has no such file. */
export async function saysNone(
  above: Resource,
  { flag }: FileBelow,
  { store }: BehaviourContext,
  scope: readonly Id[],
  id: Id,
): Promise<boolean> {
  const record = flag === undefined ? undefined : await store.collection(above.name, scope).get(id)
  return flag !== undefined && record?.[flag] === false
}

async function setFlag(
  above: Resource,
  { flag }: FileBelow,
  { store }: BehaviourContext,
  scope: readonly Id[],
  id: Id,
  value: boolean,
): Promise<void> {
  const records = store.collection(above.name, scope)
  const record = flag === undefined ? undefined : await records.get(id)
  if (record && flag !== undefined) await records.put(id, { ...record, [flag]: value })
}
