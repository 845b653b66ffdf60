import type { Operation } from '../../../../spec/document.ts'
import { acceptedDraft } from '../../../attempts/accepted-request.ts'
import { etagStable } from '../../../checks/etag-stable.ts'
import { headAgrees } from '../../../checks/head-agrees.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { Answer } from '../../../interaction.ts'
import { correspondsToHead } from '../../../requests/paths.ts'
import { followLinks } from './links.ts'

/** How often the comparison is tried. */
const mostAttempts = 3

/** Sends HEAD between two GETs and compares only if these agree, to rule out changes by other clients. */
export async function askHead(context: Context, operation: Operation): Promise<void> {
  const draft = await acceptedDraft(context, operation)
  let get = await context.send(draft, 'valid')
  const isComparable = correspondsToHead(context.api, operation)
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const head = await context.send({ ...draft, method: 'HEAD' }, 'valid')
    const again = await context.send(draft, 'valid')
    if (isSameResponse(get, again)) {
      if (isComparable) context.judge(headAgrees, { get, head }, { answer: head, after: [get] })
      context.judge(etagStable, { first: get, second: again }, { answer: again, after: [get] })
      await followLinks(context, get)
      return
    }
    get = again
  }
  throw inconclusive('The response to GET changes with every request.')
}

const isSameResponse = (a: Answer, b: Answer): boolean =>
  a.status === b.status && Buffer.from(a.exchange.response.body).equals(Buffer.from(b.exchange.response.body))
