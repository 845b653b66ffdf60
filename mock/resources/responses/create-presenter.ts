import type { MediaType, Operation, SchemaNode } from '../../../spec/document.ts'
import { mayBeBareId } from '../../../spec/inference/identity/bare-id.ts'
import type { Json } from '../../../spec/json.ts'
import type { Resource, ResourceOperation } from '../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf, propertyAt } from '../../../spec/schemas/properties.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import { allows } from '../../../spec/validate.ts'
import { after, onDemand, type MaybePromise } from '../../maybe-promise.ts'
import { withMember, type Member } from '../member.ts'
import type { CrudOptions, RoleEntry } from '../options.ts'
import type { NamesAt, Presenter } from '../presenter.ts'
import { createEnvelope, isBesideScalars } from './envelope.ts'
import { createFit, fitAll } from './fit.ts'
import type * as LeftOut from './left-out.ts'
import { withSecrets } from './new-secrets.ts'
import { isUrlSchema, mediaOf } from './success-media.ts'

/** Returns the presenter of an operation; undefined if its response carries no records of the resource. */
export function presenterOf(options: CrudOptions, { resource, operation }: RoleEntry): Presenter | undefined {
  const { nesting } = resource
  const presenter = createPresenter(options, operation, nesting ? undefined : resource)
  return presenter && nesting ? options.flattening?.presentNested(presenter, nesting) : presenter
}

function createPresenter(
  options: CrudOptions,
  entry: ResourceOperation,
  resource: Resource | undefined,
): Presenter | undefined {
  const { document } = options
  const operation = options.byId.get(entry.operationId)
  const { responsePath, role } = entry
  const media = operation && mediaOf(operation, entry.status)
  if (!operation || !media?.schema) return undefined
  const whole = media.schema
  if (responsePath === undefined) return role === 'create' ? createIdPresenter(options, media) : undefined
  const part = propertyAt(document, whole, responsePath)
  const fit = createRecordFit(options, operation, { role, part, resource })
  const isBare = responsePath.length === 0
  const isOpen = part !== undefined && !isSized(resolveRef(document, part))
  const isFilled = role === 'list' && isOpen && isBesideScalars(document, whole, responsePath)
  const envelope = createEnvelope(options, operation, whole, isFilled ? responsePath : undefined)
  const isValid = (body: Json): boolean => allows(options.validator.of(whole, 'response'), body)

  const within = (value: Json, meta: readonly Member[]): MaybePromise<Json | undefined> =>
    after(envelope(), (base) => fillEnvelope(base, { path: responsePath, value }, meta, isValid))

  const namesAt: NamesAt = (path) => {
    const node = propertyAt(document, whole, path)
    return node ? [...possiblePropertiesOf(document, node).keys()] : []
  }

  const isUrl = (path: readonly string[]): boolean => {
    const node = propertyAt(document, whole, path)
    return node !== undefined && isUrlSchema(document, node)
  }

  return {
    namesAt,
    isUrl,
    part,
    fit,
    one: (record) => after(fit(record), (fitted) => (isBare ? fitted : within(fitted, []))),
    many: (records, meta) =>
      after(fitAll(fit, records), (fitted) => {
        if (!isBare) return within(fitted, meta)
        return isOpen || isValid(fitted) ? fitted : undefined
      }),
  }
}

/** What an operation shows of the records of a resource. */
interface Shown {
  readonly role: ResourceOperation['role']
  readonly part: SchemaNode | undefined
  readonly resource: Resource | undefined
}

/** Fits records into the part of a response that carries them. */
function createRecordFit(
  options: CrudOptions,
  operation: Operation,
  { role, part, resource }: Shown,
): Presenter['fit'] {
  const { document } = options
  const record = role === 'list' ? part && itemsOf(document, part) : part
  const fit = createFit(options, operation, record)
  const isNew = role === 'create' || role === 'action'
  if (!record) return fit
  const shown = loadedFit(({ fitPart }) => fitPart(document, { node: record, resource, isNew }, fit))
  return role === 'create' && resource
    ? withSecrets(options, operation, { node: record, resource }, shown)
    : shown
}

/** A fit that is loaded with the first record. */
function loadedFit(load: (parts: typeof LeftOut) => Presenter['fit']): Presenter['fit'] {
  const loaded = onDemand(async () => load(await import('./left-out.ts')))
  return (record) => after(loaded(), (fit) => fit(record))
}

/** The envelope with the records and with `meta`, or with as much of that as is valid: what finds out is loaded with the first. */
function fillEnvelope(
  base: Json,
  records: Member,
  meta: readonly Member[],
  isValid: (body: Json) => boolean,
): MaybePromise<Json | undefined> {
  const body = withMember(base, records)
  const complete = meta.reduce(withMember, body)
  return isValid(complete)
    ? complete
    : import('./partial-envelope.ts').then(({ partialEnvelope }) =>
        partialEnvelope(body, records, meta, isValid),
      )
}

/** For a create operation whose response is only the id of the new record; undefined if its response is something else. */
function createIdPresenter({ document, validator }: CrudOptions, media: MediaType): Presenter | undefined {
  if (media.schema === undefined || !mayBeBareId(document, media)) return undefined
  const { accepts } = validator.of(media.schema, 'response')
  return {
    fit: (record) => record,
    one: (_, id) => (id === undefined ? undefined : [id, String(id)].find(accepts)),
    many: () => undefined,
    namesAt: () => [],
    isUrl: () => false,
    part: undefined,
  }
}

/** Whether the schema of a list constrains the list as a whole. */
const isSized = ({ schema }: SchemaNode): boolean =>
  typeof schema === 'object' &&
  ['minItems', 'maxItems', 'uniqueItems', 'contains', 'allOf'].some((keyword) => keyword in schema)
