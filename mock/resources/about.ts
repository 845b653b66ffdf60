import type { Operation } from '../../spec/document.ts'
import type { Behaviour } from '../behaviour.ts'
import type { CrudOptions } from './crud.ts'
import { resourceAbove } from './family.ts'
import type * as Figures from './figures.ts'
import { after } from './maybe.ts'

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
