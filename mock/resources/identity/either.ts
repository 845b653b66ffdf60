import type { Document, Operation } from '../../../spec/document.ts'
import { otherThanId } from '../../../spec/inference/identity/either.ts'
import { normalizeName } from '../../../spec/inference/prose/words.ts'
import type { ResourceModel } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { after } from '../../maybe-promise.ts'
import type { Wrap } from '../options.ts'
import { idInPath, idOf } from './identity.ts'

/** Creates what lets paths name records by their id or by another value, as `/projects/{idOrName}` does: behaviours get the id. */
export function createEither(document: Document, { resources }: ResourceModel): Wrap {
  const placesIn = ({ path }: Operation): readonly Place[] =>
    resources.flatMap(({ name, record, scope, itemPath, idParameter, idProperty }) => {
      const other = otherThanId(idParameter ?? '')
      if (itemPath === undefined || idParameter === undefined || idProperty === undefined) return []
      const isBelow = path === itemPath || path.startsWith(`${itemPath}/`)
      if (other === undefined || scope.length > 0 || !isBelow) return []
      const property = [...possiblePropertiesOf(document, record).keys()].find(
        (each) => normalizeName(each) === other && each !== idProperty,
      )
      return property === undefined
        ? []
        : [{ collection: name, parameter: idParameter, property, idProperty }]
    })
  return (operation, behaviour) => {
    const [place] = placesIn(operation)
    if (!place) return behaviour
    const { collection, parameter, property, idProperty } = place
    return (context) => {
      const { request, store } = context
      const asked = idInPath(request, parameter)
      const records = store.collection(collection)
      if (asked === undefined) return behaviour(context)
      return after(records.get(asked), (known) =>
        after(
          known ? undefined : records.list({ where: [{ property, values: [asked] }], limit: 1 }),
          (found) => {
            const id = idOf(found?.items[0]?.[idProperty])
            if (id === undefined) return behaviour(context)
            return behaviour({
              ...context,
              request: { ...request, path: { ...request.path, [parameter]: id } },
            })
          },
        ),
      )
    }
  }
}

/** A parameter that names a record, and where. */
interface Place {
  readonly collection: string
  readonly parameter: string
  /** The property that may be given instead of the id. */
  readonly property: string
  readonly idProperty: string
}
