import type { Operation } from '../../../spec/document.ts'
import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { shownRecord } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Behaviour, Outcome } from '../../behaviour.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { CrudOptions } from '../options.ts'
import { expandParameter } from './expand-parameter.ts'
import type { Shape } from './shape.ts'
import type { Wanted } from './shapes.ts'

/** A parameter that names the properties to return: `fields=id,title`, or `fields[articles]=title` for one type of record. */
const fieldsets =
  /^(?:(?:[_$]|opt_)?(?:fields|select|read_?mask)|only|attributes|(?:excluded?|omit)_?(?:fields|attributes|properties))(?:\[|$)/i

/** Where records show their own URLs. */
const linkNames = ['_links', 'links', 'url', 'uri', 'meta', 'selfLink', 'self_link']

/**
 * Wraps the behaviour of an operation whose parameters say which related records its response includes, and which properties it
 * shows. What this needs is loaded with the first response, since most documents have no such operation.
 */
export function shapeResponse(options: CrudOptions, operation: Operation, behaviour: Behaviour): Behaviour {
  const { document, flattening } = options
  const schema = flattening && responseSchema(operation)
  const isCompound = schema !== undefined && possiblePropertiesOf(document, schema).has('included')
  const fields = operation.parameters.filter(
    ({ in: place, name }) => place === 'query' && fieldsets.test(name),
  )
  const isExpanded = !isCompound && mayExpand(options, operation)
  const entry = options.model.roles.get(operation.id)
  const record = entry ? shownRecord(entry.resource) : responseSchema(operation)
  const names = record && possiblePropertiesOf(document, record)
  const isLinked = linkNames.some((each) => names?.has(each))
  if (!(isCompound || fields.length > 0 || isExpanded || isLinked)) return behaviour
  let shapes: MaybePromise<readonly Shape[]> | undefined
  const load = async (wanted: Wanted): Promise<readonly Shape[]> =>
    (await import('./shapes.ts')).loadShapes(options, operation, wanted)
  return (context) =>
    after(behaviour(context), (outcome) =>
      after(
        (shapes ??= load({ isCompound, isExpanded, isLinked, fields: fields.map(({ name }) => name) })),
        (loaded) => {
          shapes = loaded
          return loaded.reduce<MaybePromise<Outcome>>(
            (shaped, shape) => after(shaped, (each) => (each.kind === 'ok' ? shape(each, context) : each)),
            outcome,
          )
        },
      ),
    )
}

/** Whether an operation on the same records has a parameter for related ones: `expand=assignee`. */
const mayExpand = ({ model, byId }: CrudOptions, { id }: Operation): boolean =>
  model.roles.get(id)?.resource.operations.some(({ operationId }) => {
    const operation = byId.get(operationId)
    return operation !== undefined && expandParameter(operation) !== undefined
  }) === true
