import { declaresStatus, type Operation } from '../../../spec/document.ts'
import { refusalStatements } from '../../../spec/inference/prose/refusal-statements.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { singularNounOf } from '../../../spec/inference/prose/words.ts'
import { stateNamed, type NamedState } from '../../../spec/inference/states/words/named-states.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'

const statement =
  / (?:last|only|sole) (?:remaining )?(?<kind>\w+) (?:of \w+ \w+ )?(?:cannot|can not|can t|may not|must not) be (?:removed|deleted) | at least one (?<kept>\w+) /

interface LastOfKind {
  /** What all records of the kind have in common; undefined if it is all records. */
  readonly kind: NamedState | undefined
  readonly words: string
  readonly status: number
}

/** The kind of records of which one has to be left by the description of their deletion: "The last owner cannot be removed". */
const lastOfKindAt = perObject(({ declared, resource, options }: Endpoint): LastOfKind | undefined => {
  for (const { sentence, status } of statementsOf(declared)) {
    const { kind: last, kept } = statement.exec(sentence)?.groups ?? {}
    const words = last ?? kept
    if (words === undefined || !declaresStatus(declared, status)) continue
    const kind = stateNamed(options.document, resource.record, words)
    if (kind || words === singularNounOf(resource.name)) return { kind, words, status }
  }
  return undefined
})

const statementsOf = (
  declared: Operation,
): readonly { readonly sentence: string; readonly status: number }[] => [
  ...refusalStatements(declared),
  ...sentencesOf(declared).map((sentence) => ({ sentence, status: 409 })),
]

/** Refuses to delete the last record of a kind of which one has to be left. */
export function lastOfKind(
  endpoint: Endpoint,
  { records }: RequestContext,
  record: JsonObject,
): MaybePromise<Refused | undefined> {
  const { kind, words, status } = lastOfKindAt(endpoint) ?? {}
  if (words === undefined || status === undefined) return undefined
  if (kind && record[kind.property] !== kind.value) return undefined
  const where = kind ? [{ property: kind.property, values: [kind.value] }] : []
  return after(records.list({ where, limit: 2 }), ({ items }) =>
    items.length > 1 ? undefined : refuse(status, 'last_of_kind', `This is the last ${words}.`),
  )
}
