import { headerValues } from '../../../../spec/http.ts'
import { parseLinks } from '../../../../spec/http/link-header.ts'
import { isSuccess } from '../../../answer.ts'
import { linkTargets } from '../../../checks/link-targets.ts'
import type { Context } from '../../../context.ts'
import type { Answer } from '../../../interaction.ts'
import { draftAt } from '../../../requests/draft-at.ts'

/** The number of links followed per response. */
const mostLinks = 8

/** Follows the links of a response that lead to operations of the document. */
export async function followLinks(context: Context, answer: Answer): Promise<void> {
  if (!isSuccess(answer.status)) return
  const reading = parseLinks(headerValues(answer.exchange.response.headers, 'link').join(', '))
  for (const { rel, uri } of reading.kind === 'ok' ? reading.links.slice(0, mostLinks) : []) {
    const draft = draftAt(context, uri, answer)
    if (!draft) continue
    const { status } = await context.send(draft, 'valid')
    context.judge(linkTargets, { rel, uri, status }, { answer, operation: answer.draft.operation })
  }
}
