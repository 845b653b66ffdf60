import { refusalStatements } from '../../../spec/inference/prose/refusal-statements.ts'
import { singularNounOf, singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { pastForms } from '../../../spec/inference/states/words/verb-forms.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Refused } from '../../behaviour.ts'
import { after, reduceAfter } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { sentRecord } from '../identity/identity.ts'
import { refuseValue } from './refuse-value.ts'

interface Rule {
  readonly property: string
  /** The name of the resource with the values that are barred. */
  readonly list: string
  readonly done: string
  readonly status: number
}

const barred = /^(?:if |when )?(?:the|this) (?<name>\w+(?: \w+)?) (?:is|ha been) (?<done>\w+)$/

/** Refuses a value that another collection bars: "422 if the address is suppressed", beside `/suppressions` with an `email` each. */
export function barredValue({
  options,
  declared,
  operation,
  resource,
  accepted,
}: Endpoint): WriteCheck | undefined {
  if (operation.role !== 'create' || !accepted) return undefined
  const { document, model } = options
  const names = [...possiblePropertiesOf(document, accepted).keys()]
  const rules = refusalStatements(declared).flatMap(({ sentence, status: stated }) =>
    sentence.split(/ or (?=the |this )/).flatMap((part): readonly Rule[] => {
      const { name = '', done = '' } = barred.exec(part.trim())?.groups ?? {}
      const property = names.find(
        (each) => singularWordsOf(each) === (/^(?:email )?address$/.test(name) ? 'email' : name),
      )
      const list = model.resources.find(
        (each) =>
          each.scope.length === 0 &&
          each !== resource &&
          pastForms([singularNounOf(each.name).replace(/ion$/, '')]).has(done) &&
          possiblePropertiesOf(document, each.record).has(property ?? ''),
      )
      const status = declaredStatus(declared, [stated])
      return property === undefined || !list || status === undefined
        ? []
        : [{ property, list: list.name, done, status }]
    }),
  )
  if (rules.length === 0) return undefined
  return ({ request, store }) =>
    reduceAfter<Rule, Refused | undefined>(rules, undefined, (refusal, { property, list, done, status }) => {
      const value = sentRecord(operation, request)?.[property]
      if (refusal || value === undefined) return refusal
      const where = [{ property, values: [value] }]
      return after(store.collection(list).list({ where, limit: 1 }), ({ items }) =>
        items.length > 0
          ? refuseValue(declared, status, 'barred', `The ${property} is ${done}.`, [property])
          : undefined,
      )
    })
}
