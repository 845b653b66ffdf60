import type { Operation } from '../../../../../spec/document.ts'
import { refusedReferences } from '../../../../../spec/inference/references/unknown-references.ts'
import { equalJson } from '../../../../../spec/json.ts'
import type { Resource } from '../../../../../spec/resources.ts'
import { parameterNames, shapeOf } from '../../../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../../../spec/schemas/properties.ts'
import { bodySchema, resourceNamed, type Api } from '../../../../api/api.ts'
import { keywordsOf } from '../../../../api/keywords.ts'
import type { Context } from '../../../../context.ts'
import { bodyValue, fixtureAt, withBody, withValueAt } from '../../../../draft.ts'
import type { Binding, Draft, Fixture } from '../../../../interaction.ts'
import { readItem } from '../../../../records/read-record.ts'
import { referencesIn, valueToRefer, type ReferencePlace } from '../../../../records/reference-places.ts'
import { deletedRecord } from '../../life-cycle/deleted-record.ts'
import { createParent } from '../../lists/unnamed-items.ts'
import type { Provocation } from './provocation.ts'

/** Whether the document says that an operation refuses references to records that do not exist. */
export const refusesUnknown = ({ document }: Api, { references }: Resource, operation: Operation): boolean =>
  refusedReferences(document, operation, references).length > 0

/** An id that no record ever had: only a UUID is known to be unused (RFC 9562 §4). */
function neverUsed(context: Context, { operation }: Draft, place: ReferencePlace): Fixture | undefined {
  const { api } = context
  const schema = bodySchema(operation)
  const node = schema && possiblePropertiesOf(api.document, schema).get(place.property)
  if (!node || place.key !== undefined || keywordsOf(api, node).get('format') !== 'uuid') return undefined
  const id = api.generator.valid(node, 'request', Number.parseInt(context.unique(), 36))
  return typeof id === 'string' ? fixtureAt(place.resource.name, [id]) : undefined
}

/** References to deleted records instead of existing ones, or to none where no record can be deleted. */
export async function dangling(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const found: Provocation[] = []
  const { operation } = base
  const own = context.api.model.roles.get(operation.id)?.resource
  const refused = refusedReferences(context.api.document, operation, own?.references ?? [])
  for (const place of referencesIn(context, base)) {
    const { pointer, property, resource } = place
    const deleted = await deletedRecord(context, resource)
    const rule = refused.find(({ reference }) => reference.property === property)
    const by = rule?.pointer
    const gone = deleted ?? (by === undefined ? undefined : neverUsed(context, base, place))
    // A record that can still be read may be referred to.
    const isGone = by !== undefined && gone && (await readItem(context, resource, gone))?.record === undefined
    const id = gone && valueToRefer(place, gone)
    const changed = id === undefined ? undefined : withValueAt(bodyValue(base) ?? null, pointer, id)
    if (!gone || changed === undefined) continue
    const title = `the ${property} of ${deleted ? 'a deleted' : 'no'} record`
    found.push({
      title: `a request with ${title}`,
      intent: 'valid',
      draft: withBody(base, changed),
      done: [],
      ...(isGone && {
        forbidden: { forbiddenBy: by, status: rule?.status, cause: `body${pointer} of no record`, title },
      }),
    })
  }
  return found
}

/** References to records below another parent than that in the path, where none that do not exist are taken: a room of another house. */
export async function misplaced(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const found: Provocation[] = []
  const { operation } = base
  const own = context.api.model.roles.get(operation.id)?.resource
  const refused = refusedReferences(context.api.document, operation, own?.references ?? [])
  for (const place of referencesIn(context, base)) {
    const { pointer, property } = place
    const by = refused.find(({ reference }) => reference.property === property)?.pointer
    const record = by === undefined ? undefined : await recordElsewhere(context, base, place)
    const id = record && valueToRefer(place, record)
    const changed = id === undefined ? undefined : withValueAt(bodyValue(base) ?? null, pointer, id)
    if (by === undefined || !record?.creation || changed === undefined) continue
    const title = `the ${property} of a record below another parent`
    const others = base.bindings.filter(({ at }) => at !== pointer)
    const bindings: readonly Binding[] = [...others, { in: 'body', at: pointer, fixture: record }]
    found.push({
      title: `a request with ${title}`,
      intent: 'valid',
      draft: { ...withBody(base, changed), bindings },
      done: [record.creation],
      forbidden: { forbiddenBy: by, cause: `body${pointer} of another parent`, title },
    })
  }
  return found
}

/** A record below another parent than the path names, which the parent in the path does not have. */
async function recordElsewhere(
  context: Context,
  base: Draft,
  { resource }: ReferencePlace,
): Promise<Fixture | undefined> {
  const { api, group } = context
  const { path } = base.operation
  const parent = resource.parent && resourceNamed(api, resource.parent.resource)
  if (!parent?.itemPath || !shapeOf(path).startsWith(`${shapeOf(parent.itemPath)}/`)) return undefined
  const kept = [parent.name, resource.name].map((name) => [name, group.fixtures.get(name)] as const)
  const made = (await createParent(context, resource))
    ? await context.fixture(resource, { fresh: true })
    : undefined
  for (const [name, fixture] of kept) if (fixture) group.fixtures.set(name, fixture)
  const scope = parameterNames(path)
    .slice(0, resource.scope.length)
    .map((name) => base.path[name] ?? null)
  if (!made?.creation || equalJson(made.key.slice(0, -1), scope)) return undefined
  const here = await readItem(context, resource, { ...made, key: [...scope, made.id] })
  return here?.answer.status === 404 ? made : undefined
}
