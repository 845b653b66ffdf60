import { responseFor } from '../../../../spec/document.ts'
import { parameterDescription } from '../../../../spec/inference/prose/sentences.ts'
import { invalidRefused } from '../../../checks/invalid-refused.ts'
import { asking } from '../../../draft.ts'
import { queryParameter, type ReadableList } from '../../../records/lists.ts'
import { isValid } from '../../../requests/validity.ts'

/** Matches descriptions that only allow cursors returned by the API. */
const refused =
  /\b400\b[^.;]*\b(?:is not one|none|not (?:a |an )?(?:valid|cursor|known)|unknown|invalid|expired|made up)\b|\b(?:other|else|own|unknown|invalid|expired|made up)\b[^.;]*\b400\b/i

/** Checks that an unknown cursor is refused, if its description says so. */
export async function judgeUnknownCursor({ context, resource, list, start }: ReadableList): Promise<void> {
  const parameter = queryParameter(list, resource.paging?.position)
  if (!parameter || resource.paging?.kind !== 'cursor' || !responseFor(list.operation, 400)) return
  const draft = asking(start, { [parameter.name]: 'no-page-gave-this' })
  if (!refused.test(parameterDescription(context.api.document, parameter)) || !isValid(context.api, draft))
    return
  const answer = await context.send(draft, 'probe')
  const evidence = {
    answer,
    cause: `query/${parameter.name} unknown`,
    title: `a ${parameter.name} that no page returned`,
    forbiddenBy: parameter.pointer,
    severity: 'error',
  } as const
  context.judge(invalidRefused, evidence, { answer })
}
