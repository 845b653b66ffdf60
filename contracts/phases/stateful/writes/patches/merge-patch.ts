import type { MediaType, Operation } from '../../../../../spec/document.ts'
import { isMergePatch } from '../../../../../spec/http/media-type.ts'
import type { Json } from '../../../../../spec/json.ts'
import type { Resource } from '../../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../../spec/schemas/properties.ts'
import { isSuccess } from '../../../../answer.ts'
import type { RoleOperation } from '../../../../api/api.ts'
import { mergePatch } from '../../../../checks/merge-patch.ts'
import { inconclusive, type Context } from '../../../../context.ts'
import { isImpossible } from '../../../../generate/impossible.ts'
import type { Draft } from '../../../../interaction.ts'
import { changeDraft, readOrFind } from '../../../../records/read-record.ts'
import { readable } from '../../../../records/readable.ts'

/** The merge patch media type of an operation (RFC 7396), if any. */
export function mergePatchType({ requestBody }: Operation): MediaType | undefined {
  return requestBody?.content.find(({ type }) => isMergePatch(type))
}

/** Sets each nullable property, and removes it again with null. */
export async function removeByNull(
  context: Context,
  resource: Resource,
  update: RoleOperation,
): Promise<void> {
  const mediaType = mergePatchType(update.operation)
  const of = await context.fixture(resource, { fresh: true })
  if (!mediaType?.schema || !of?.creation)
    throw inconclusive(`No record of ${resource.name} is available to change.`)
  const { generator, validator, document } = context.api
  const isShown = readable(context.api, resource)
  const patch = (name: string, value: Json): Draft =>
    changeDraft(context, update, of, mediaType, { [name]: value })
  for (const [name, node] of possiblePropertiesOf(document, mediaType.schema)) {
    if (!isShown(name) || !validator.of(node, 'request').accepts(null)) continue
    const value = [0, 1, 2, 3]
      .map((seed) => generator.valid(node, 'request', seed))
      .find((each) => !isImpossible(each) && each !== null)
    if (value === undefined || isImpossible(value)) continue
    const set = await context.send(patch(name, value), 'valid')
    const before = isSuccess(set.status) ? await readOrFind(context, resource, of) : undefined
    if (before?.record?.[name] === undefined || before.record[name] === null) continue
    const removed = await context.send(patch(name, null), 'valid')
    const after = isSuccess(removed.status) ? await readOrFind(context, resource, of) : undefined
    if (after?.record)
      context.judge(
        mergePatch,
        { property: name, current: after.record[name] },
        { answer: after.answer, operation: update.operation, after: [removed] },
      )
  }
}
