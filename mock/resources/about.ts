import type { Operation } from '../../spec/document.ts'
import type { Behaviour } from '../behaviour.ts'
import type { createCrud, CrudOptions } from './crud.ts'
import type { Act } from './desk.ts'
import { listedAt, resourceAbove } from './family.ts'
import type * as Figures from './figures.ts'
import { after } from '../maybe-promise.ts'

let figures: typeof Figures | undefined

/**
 * What is read about a record without being one, `/patients/{id}/summary`, is of that record. What makes it so is loaded with
 * the first one: most documents have none.
 */
export function aboutRecord(
  options: CrudOptions,
  operation: Operation,
  does: Behaviour | undefined,
): Behaviour | undefined {
  const above = operation.method === 'GET' ? resourceAbove(options.model, operation.path) : undefined
  if (!above) return does
  let tell: Figures.Tell | undefined
  return (context) =>
    after(does ? does(context) : context.next(), (outcome) =>
      after(figures ?? import('./figures.ts'), (loaded) => {
        figures = loaded
        tell ??= loaded.createTell(options, operation, above)
        return tell(outcome, context)
      }),
    )
}

const whole: Act = async (desk, errand) => (await import('./whole.ts')).tellWhole(desk, errand)

/** What is asked of a whole list, `GET /todos/count` or `DELETE /todos`, is of its records, if no role says otherwise. */
export function aboutList(
  { model }: CrudOptions,
  { id, method, path }: Operation,
  behaviourOf: ReturnType<typeof createCrud>,
): Behaviour | undefined {
  const listed = method === 'DELETE' ? path : method === 'GET' ? path.replace(/\/count$/, '') : ''
  const resource = listedAt(model, listed)
  const list = resource?.operations.find(({ role, within }) => role === 'list' && within.length === 0)
  if (!resource || !list) return undefined
  return behaviourOf({ resource, operation: { ...list, operationId: id, responsePath: undefined } }, whole)
}
