import { needsCredentials, type Operation } from '../../../spec/document.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { isSuccess } from '../../answer.ts'
import type { Api } from '../../api/api.ts'
import { accepted } from '../../attempts/accepted-request.ts'
import { unauthorized } from '../../checks/unauthorized.ts'
import { inconclusive, type Context } from '../../context.ts'

/** ` revoke the current access token `, ` the token is no longer accepted `, ` end the session ` */
const endsToken =
  / (?:end|close|terminate|invalidate|destroy) (?:(?:the|this|your|current|user) )*session | (?:invalidate|revoke|destroy|blacklist) (?:(?:the|this|your|it|current|user|access|session|bearer) )*token | (?<!refresh )token (?:(?:is|are) (?:no longer|not longer|then invalid|invalid|revoked|invalidated)|can(?:not| not| no longer) be used) /

/** Whether an operation logs out, and its description says that the token or session it is sent is refused from then on. */
export function endsSession(api: Api, operation: Operation): boolean {
  const sentences = sentencesOf(operation)
  return (
    api.riskyOperations.has(operation.id) &&
    operation.requestBody === undefined &&
    needsCredentials(operation) &&
    sentences.some((each) => endsToken.test(each)) &&
    !sentences.some((each) => / (?:refresh|expire|other) /.test(each))
  )
}

/** Logs out, and checks that the token is refused afterwards. Only a run that can log in again gives up its token. */
export async function useEndedToken(context: Context, operation: Operation): Promise<void> {
  const { tokens } = context.run.credentials
  const probe = context.api.operations.find(
    (each) => each.method === 'GET' && !each.path.includes('{') && needsCredentials(each),
  )
  if (!tokens || !probe) throw inconclusive('The run has not logged in, or nothing tells whether it is.')
  const { answer: before } = await accepted(context, probe)
  const unknown = await context.send(before.draft, 'probe', { credentials: 'withheld' })
  if (unknown.status !== 401) throw inconclusive(`${probe.id} takes requests without a token, too.`)
  const token = tokens.current
  const { answer: end } = await accepted(context, operation)
  if (end.status === 202 || tokens.current !== token) throw inconclusive('The token was not used to log out.')
  const after = await context.send(before.draft, 'probe')
  if (tokens.current !== token || !isSuccess(after.status)) return
  const evidence = { ...after, endedBy: operation } as const
  context.judge(unauthorized, evidence, { answer: after, operation, after: [end] })
}
