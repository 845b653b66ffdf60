import type { Document } from '../../../spec/document.ts'
import { otherThanId } from '../../../spec/inference/identity/either.ts'
import { normalizeName } from '../../../spec/inference/prose/words.ts'
import type { ResourceModel } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { after } from '../../maybe-promise.ts'
import type { Wrap } from '../options.ts'
import { idInPath, idOf } from './identity.ts'

/** Creates what lets paths name records by their id or by another value, as `/projects/{idOrName}` does: behaviours get the id. */
export function createEither(document: Document, { resources }: ResourceModel): Wrap {
  const places = resources.flatMap(
    ({ name, record, scope, itemPath, idParameter, idProperty }): readonly Place[] => {
      if (itemPath === undefined || idParameter === undefined || idProperty === undefined) return []
      const other = otherThanId(idParameter)
      if (other === undefined || scope.length > 0) return []
      const property = [...possiblePropertiesOf(document, record).keys()].find(
        (each) => normalizeName(each) === other && each !== idProperty,
      )
      return property === undefined
        ? []
        : [{ collection: name, itemPath, parameter: idParameter, property, idProperty }]
    },
  )
  return ({ path }, behaviour) => {
    const place = places.find(({ itemPath }) => path === itemPath || path.startsWith(`${itemPath}/`))
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
  readonly itemPath: string
  readonly parameter: string
  /** The property that may be given instead of the id. */
  readonly property: string
  readonly idProperty: string
}
