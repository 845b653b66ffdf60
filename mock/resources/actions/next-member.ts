import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { singularNounOf, singularWordsOf } from '../../../spec/inference/prose/words.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idOf, nounOf } from '../identity/identity.ts'
import { numberingOf } from '../identity/numbering.ts'
import { siblings } from '../identity/siblings.ts'
import { resourceNamed } from '../resource-index.ts'

const stepping =
  / (?:move|advance|go|push|bring|take|send|return) (?:.* )?to (?:the |its |their )?(?<which>next|following|previous) (?<noun>\w+(?: \w+)?) /

/** The reference of a record that an action moves on, or back: "Moves the card to the next column". */
const stepOf = perObject(({ options, resource, declared }: Endpoint) => {
  const { which, noun } =
    sentencesOf(declared)
      .map((each) => stepping.exec(each)?.groups)
      .find(Boolean) ?? {}
  const found = resource.references.flatMap(({ property, resource: name, idProperty }) => {
    const target = idProperty === undefined ? resourceNamed(options.model, name) : undefined
    const numbering = target?.scope.length === 0 ? numberingOf(options, target) : undefined
    const nouns = [singularNounOf(name), singularWordsOf(property).replace(/ id$/, '')]
    const isMeant = noun !== undefined && nouns.some((each) => `${noun} `.startsWith(`${each} `))
    return target && numbering && isMeant ? [{ property, target, numbering }] : []
  })
  const [only, ...others] = found
  return only && others.length === 0 ? { ...only, by: which === 'previous' ? -1 : 1 } : undefined
})

/** Whether an action moves a record from one of several numbered ones to the next, or to the previous one. */
export const takesStep = (endpoint: Endpoint): boolean => stepOf(endpoint) !== undefined

/** The reference of a record after that, or a refusal where there is no next one and the document declares a status for that. */
export async function nextMember(
  endpoint: Endpoint,
  { store }: RequestContext,
  before: JsonObject,
): Promise<Refused | { readonly states: JsonObject }> {
  const step = stepOf(endpoint)
  const id = step && idOf(before[step.property])
  if (!step || id === undefined) return { states: {} }
  const { property, target, numbering, by } = step
  const records = store.collection(target.name)
  const current = await records.get(id)
  const inOrder = current ? await siblings(numbering, records, current) : []
  const key = target.idProperty ?? ''
  const index = inOrder.findIndex((each) => String(idOf(each[key])) === String(id))
  const next = index < 0 ? undefined : inOrder[index + by]
  if (next) return { states: { [property]: next[key] ?? null } }
  const status = declaredStatus(endpoint.declared, [409, 422, 400])
  return status === undefined
    ? { states: {} }
    : refuse(status, 'no_next', `There is no ${nounOf(target)} ${by > 0 ? 'after' : 'before'} this one.`)
}
