import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource, ResourceOperation } from '../../../../spec/resources.ts'
import { recordIn } from '../../../answers/answer-records.ts'
import type { Api } from '../../../api/api.ts'
import type { Answer } from '../../../interaction.ts'
import { readBack, type ReadBackEvidence } from '../../../records/as-sent.ts'

const former = /\b(?:previous|former|old|original|prior|before)\b/i

/**
 * What the response to a write shows of the values sent, as far as it shows them; undefined if it shows no record, or one from before the
 * write. Where a read has shown these values already, others in the response are those of an older record, or of none.
 */
export function answeredValues(
  api: Api,
  resource: Resource,
  role: ResourceOperation,
  sent: JsonObject,
  answer: Answer,
): ReadBackEvidence | undefined {
  const { responses } = answer.draft.operation
  const isFormer = responses.some(
    ({ status, description }) => status === String(answer.status) && former.test(description),
  )
  const record = answer.status === 202 || isFormer ? undefined : recordIn(answer, role)
  if (!record) return undefined
  const shown = Object.entries(sent).filter(([name]) => (record[name] ?? null) !== null)
  return readBack(api, resource, Object.fromEntries(shown), { answer, record })
}
