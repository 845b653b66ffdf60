import { isArray, isJsonObject, type Json } from '../../spec/json.ts'
import { pointerTokens } from '../../spec/json/pointer.ts'
import { isSuccess, jsonOf } from '../answer.ts'
import { idIn } from '../answers/answer-records.ts'
import type { Api } from '../api/api.ts'
import { textOfId } from '../draft.ts'
import type { Answer } from '../interaction.ts'
import type { Records } from './records.ts'

/** Records into which the target accepted invalid values. That has been reported; further consequences are not. */
export interface TaintedRecords {
  note(answer: Answer): void
  /** Whether the place in the answer's content is inside such a record. */
  covers(answer: Answer, pointer: string): boolean
}

export function createTaintedRecords(api: Api, records: Pick<Records, 'createdBy'>): TaintedRecords {
  const names = new Set<string>()
  const nameOf = (resource: string, id: Json): string => `${resource} ${textOfId(id)}`
  return {
    note(answer) {
      if (answer.intent !== 'invalid' || !isSuccess(answer.status)) return
      const made = records.createdBy(answer)
      const changed = answer.draft.bindings.map(({ fixture }) => fixture)
      for (const { resource, id } of made ? [made] : changed) names.add(nameOf(resource, id))
    },
    covers(answer, pointer) {
      const resource = api.model.roles.get(answer.operation?.id ?? '')?.resource
      return (
        resource !== undefined &&
        partsAlong(jsonOf(answer), pointer).some((part) => {
          const id = isJsonObject(part) ? idIn(part, resource) : undefined
          return id !== undefined && names.has(nameOf(resource.name, id))
        })
      )
    },
  }
}

/** The value and every value on the way to the pointer. */
function partsAlong(value: Json | undefined, pointer: string): readonly (Json | undefined)[] {
  const parts = [value]
  for (const token of pointerTokens(pointer)) {
    const last = parts.at(-1)
    parts.push(isArray(last) ? last[Number(token)] : isJsonObject(last) ? last[token] : undefined)
  }
  return parts
}
