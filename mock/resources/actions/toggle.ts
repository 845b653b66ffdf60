import { actionWords } from '../../../spec/inference/states/action-outcome.ts'
import { flagOf } from '../../../spec/inference/states/words/state-properties.ts'
import { pastForms } from '../../../spec/inference/states/words/verb-forms.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Endpoint } from '../endpoint.ts'

/** The flag that an action sets to its opposite: `POST /items/{id}/toggle`, or `toggle-completed` where there are several. */
const flagToggledBy = perObject(
  ({ declared, resource: { record }, options: { document } }: Endpoint): string | undefined => {
    const [verb, ...object] = actionWords(declared)
    if (verb !== 'toggle') return undefined
    const flags = [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
      typesOf(document, node).has('boolean') ? [name] : [],
    )
    const names = new Set([object.join(''), ...pastForms(object)])
    return flags.find((flag) => names.has(flagOf(flag))) ?? (flags.length === 1 ? flags[0] : undefined)
  },
)

/** The flag of a record that a toggle changes, as it is after that; nothing for any other action. */
export function toggled(endpoint: Endpoint, before: JsonObject): JsonObject {
  const flag = flagToggledBy(endpoint)
  return flag === undefined ? {} : { [flag]: before[flag] !== true }
}
