import { refusalStatements } from '../../../spec/inference/prose/refusal-statements.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { groupBy } from '../../../spec/util/group-by.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { idOf, nounOf, sentRecord } from '../identity/identity.ts'
import { resourceNamed } from '../resource-index.ts'
import { refuseValue } from './refuse-value.ts'

const differ =
  / (?:must|ha to|have to|should) (?:be )?(?:differ|different|distinct)|(?:must not|cannot|can not|may not) be (?:the )?(?:same|equal|identical)|(?:are|is) (?:the same|equal|identical) /

/** Refuses two references to the same record: "Source and destination must differ". Undefined where the document says nothing of the kind. */
export function sameReference(endpoint: Endpoint): WriteCheck | undefined {
  const { declared, resource, operation, options } = endpoint
  const single = resource.references.filter(({ idProperty }) => idProperty === undefined)
  const pairs = [...groupBy(single, (each) => each.resource).values()].filter(({ length }) => length === 2)
  if (operation.role === 'delete' || pairs.length === 0) return undefined
  const stated = refusalStatements(declared).find(({ sentence }) => differ.test(sentence))
  const isStated = stated !== undefined || sentencesOf(declared).some((sentence) => differ.test(sentence))
  const status = isStated ? declaredStatus(declared, [stated?.status, 422, 400, 409]) : undefined
  if (status === undefined) return undefined
  return ({ request }) => {
    const sent = sentRecord(operation, request) ?? {}
    const same = pairs.find(([one, other]) => {
      const [first, second] = [one, other].map((each) => idOf(sent[each?.property ?? '']))
      return first !== undefined && first === second
    })
    const [one, other] = same ?? []
    const target = one && resourceNamed(options.model, one.resource)
    return target && other
      ? refuseValue(
          declared,
          status,
          'same_reference',
          `This is the same ${nounOf(target)} as ${one.property}.`,
          [other.property],
        )
      : undefined
  }
}
