import { isArray, isObject, type Json, type JsonObject } from '../shared/json.ts'
import type { ScriptedExchange } from '../shared/script.ts'
import { operationsOf, partAt, readDocument, resolve, type Operation, type Part } from './document.ts'
import { typed } from './parameter-values.ts'
import { createValidator, type Validate } from './schema-validator.ts'
import { route } from './steps.ts'

/** Lists every way in which a response violates the document. */
export type FindViolations = (step: ScriptedExchange) => readonly string[]

/** Reads the document from the file, so that changes a defect makes to the service's copy do not count. */
export function responseViolations(path: string): FindViolations {
  const document = readDocument(path)
  const operations = operationsOf(document)
  const validate = createValidator(document, 'response')
  return (step) => {
    const { method, answer } = step
    const { operation } = route({ method, target: step.path, headers: {}, body: undefined }, operations)
    if (operation === undefined)
      return answer.status >= 400 || method === 'OPTIONS' ? [] : ['No operation answers like that.']
    const pointer = responseOf(document, operation, answer.status)
    if (pointer === undefined) return [`${operation.id} does not declare ${answer.status}.`]
    return [
      ...brokenHeaders(document, pointer, step, validate),
      ...brokenContent(document, pointer, step, validate),
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
  { answer }: ScriptedExchange,
  validate: Validate,
): readonly string[] {
  const names = Object.keys((partAt(document, response)['headers'] ?? {}) as Part)
  return names.flatMap((name) => {
    const header = resolve(document, `${response}/headers/${name}`)
    const text = answer.headers[name.toLowerCase()]
    if (text === undefined)
      return partAt(document, header)['required'] === true ? [`${name} is not there.`] : []
    const schema = resolve(document, `${header}/schema`)
    return validate(schema, typed(String(text), partAt(document, schema))).map(
      ({ message }) => `${name}: ${message}`,
    )
  })
}

function brokenContent(
  document: JsonObject,
  response: string,
  { method, answer }: ScriptedExchange,
  validate: Validate,
): readonly string[] {
  const content = partAt(document, response)['content'] as Part | undefined
  const type = answer.headers['content-type']
  if (method === 'HEAD' || content === undefined) return answer.text === '' ? [] : ['There is content.']
  if (typeof type !== 'string' || !(type in content)) return [`Content is not ${String(type)}.`]
  if (answer.body === undefined) return ['Content is not JSON.']
  const schema = `${response}/content/${type.replaceAll('/', '~1')}/schema`
  return [
    ...validate(schema, answer.body).map(({ path, message }) => `${path} ${message}`),
    ...misprints(answer.body),
  ]
}

/** Finds `undefined` and `NaN` that were printed as text. */
function misprints(value: Json): readonly string[] {
  if (isArray(value)) return value.flatMap(misprints)
  if (isObject(value)) return Object.values(value).flatMap(misprints)
  return value === 'undefined' || value === 'NaN' ? [`Content has ${value}.`] : []
}
