import { header } from '../../spec/http.ts'
import { equalJson } from '../../spec/json.ts'
import { isSuccess } from '../answer.ts'
import { recordIn } from '../answers/answer-records.ts'
import { writableProperties, type Api } from '../api/api.ts'
import { stateProperties } from '../api/state-values.ts'
import { conditionalRequest } from '../checks/conditional-request.ts'
import { isTrusted, type Context } from '../context.ts'
import type { Answer } from '../interaction.ts'

/**
 * Judges whether a record that reads show with another value than before, of a property that clients may write or of its state, has
 * another strong entity tag too (RFC 9110 §8.8.1). A tag may leave out only some properties, so that every read counts, whatever its
 * case is about.
 */
export function judgeKeptTag(context: Context, answer: Answer): void {
  const { tagged } = context.group
  const { api } = context
  const { path, query } = answer.exchange.request
  const before = tagged.get(path)
  if (answer.method !== 'GET' && isSuccess(answer.status))
    for (const [about, { read, writes }] of tagged)
      if (path === about || path.startsWith(`${about}/`))
        tagged.set(about, { read, writes: [...writes, answer] })
  const tag = strongTagOf(answer)
  if (answer.method !== 'GET' || tag === undefined || query !== '' || answer.credentials === 'withheld')
    return
  tagged.set(path, { read: answer, writes: [] })
  if (!before || strongTagOf(before.read) !== tag || acceptOf(before.read) !== acceptOf(answer)) return
  const changed = changedProperty(api, before.read, answer)
  if (changed === undefined || !isTrusted(context.run, answer.operation)) return
  const expected = `a new ETag once ${changed} has changed`
  const evidence = {
    cause: 'etag-unchanged',
    expected,
    actual: `ETag: ${tag} before and after`,
    severity: 'error',
  } as const
  context.judge(conditionalRequest, evidence, { answer, after: [before.read, ...before.writes] })
}

/** The entity tag of a success, unless it is a weak one. */
function strongTagOf({ status, exchange }: Answer): string | undefined {
  const tag = isSuccess(status) ? header(exchange.response.headers, 'etag') : undefined
  return tag?.startsWith('"') ? tag : undefined
}

const acceptOf = ({ exchange }: Answer): string | undefined => header(exchange.request.headers, 'accept')

/** A property that clients may write, or a state, that two reads of a record show differently. */
function changedProperty(api: Api, before: Answer, after: Answer): string | undefined {
  const found = api.model.roles.get(after.operation?.id ?? '')
  if (found?.operation.role !== 'read') return undefined
  const [earlier, later] = [before, after].map((each) => recordIn(each, found.operation))
  if (!earlier || !later) return undefined
  const states = stateProperties(api, found.resource).filter((name) => typeof later[name] === 'string')
  return [...writableProperties(api, found.resource), ...states].find(
    (name) => !equalJson(earlier[name] ?? null, later[name] ?? null),
  )
}
