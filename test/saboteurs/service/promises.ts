import { isArray, isObject, type Json, type JsonObject } from '../json.ts'
import type { Step } from '../walk.ts'
import { operationsOf, partAt, readDocument, resolve, type Operation, type Part } from './document.ts'
import { createJudge, type Judge } from './schemas.ts'
import { route } from './steps.ts'
import { typed } from './texts.ts'

/** Every way in which an answer breaks what a document says of its operation. */
export type Promises = (step: Step) => readonly string[]

/** Reads a document anew, so that what a service believes of it does not count. */
export function promisesOf(path: string): Promises {
  const document = readDocument(path)
  const operations = operationsOf(document)
  const judge = createJudge(document, 'response')
  return (step) => {
    const { method, answer } = step
    const { operation } = route({ method, target: step.path, headers: {}, body: undefined }, operations)
    if (operation === undefined)
      return answer.status >= 400 || method === 'OPTIONS' ? [] : ['No operation answers like that.']
    const pointer = responseOf(document, operation, answer.status)
    if (pointer === undefined) return [`${operation.id} does not declare ${answer.status}.`]
    return [
      ...brokenHeaders(document, pointer, step, judge),
      ...brokenContent(document, pointer, step, judge),
    ]
  }
}

function responseOf(
  document: JsonObject,
  { template, method }: Operation,
  status: number,
): string | undefined {
  const responses = `/paths/${template.replaceAll('/', '~1')}/${method.toLowerCase()}/responses`
  const declared = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find(
    (key) => key in partAt(document, responses),
  )
  return declared === undefined ? undefined : resolve(document, `${responses}/${declared}`)
}

function brokenHeaders(
  document: JsonObject,
  response: string,
  { answer }: Step,
  judge: Judge,
): readonly string[] {
  const names = Object.keys((partAt(document, response)['headers'] ?? {}) as Part)
  return names.flatMap((name) => {
    const header = resolve(document, `${response}/headers/${name}`)
    const text = answer.headers[name.toLowerCase()]
    if (text === undefined)
      return partAt(document, header)['required'] === true ? [`${name} is not there.`] : []
    const schema = resolve(document, `${header}/schema`)
    return judge(schema, typed(String(text), partAt(document, schema))).map(
      ({ message }) => `${name}: ${message}`,
    )
  })
}

function brokenContent(
  document: JsonObject,
  response: string,
  { method, answer }: Step,
  judge: Judge,
): readonly string[] {
  const content = partAt(document, response)['content'] as Part | undefined
  const type = answer.headers['content-type']
  if (method === 'HEAD' || content === undefined) return answer.text === '' ? [] : ['There is content.']
  if (typeof type !== 'string' || !(type in content)) return [`Content is not ${String(type)}.`]
  if (answer.body === undefined) return ['Content is not JSON.']
  const schema = `${response}/content/${type.replaceAll('/', '~1')}/schema`
  return [
    ...judge(schema, answer.body).map(({ path, message }) => `${path} ${message}`),
    ...nulls(answer.body),
  ]
}

/** What JSON cannot say became null or text on the way out. */
function nulls(value: Json): readonly string[] {
  if (isArray(value)) return value.flatMap(nulls)
  if (isObject(value)) return Object.values(value).flatMap(nulls)
  return value === 'undefined' || value === 'NaN' ? [`Content has ${value}.`] : []
}
