import { encodeBody } from '../../spec/body.ts'
import type { MediaType, Operation, Parameter } from '../../spec/document.ts'
import { concreteType, isFormType, isJsonType, jsonFirst } from '../../spec/http/media-type.ts'
import { isJsonObject, stringifyJson, type Json } from '../../spec/json.ts'
import { operationsOf } from '../../spec/operations.ts'
import { encodeParameters } from '../../spec/parameters/encode-parameters.ts'
import { quoteLiteral } from '../../spec/util/shell.ts'
import { createValidator, type Validator } from '../../spec/validate.ts'
import { createExamples } from '../data/document-examples.ts'
import { exampleBody, exampleParameters, type ExampleRequestParts } from '../data/example-request.ts'
import { createFake } from '../data/fake.ts'
import type { Mock } from '../index.ts'
import { credentialsFor, noCredentials } from './curl-credentials.ts'

interface Parts extends ExampleRequestParts {
  readonly validator: Validator
  readonly url: string
  /** The token that the mock accepts; undefined if it requires no credentials. */
  readonly token: string | undefined
}

/**
 * Curl commands that work: for a list, for a record and for a creation, of the operations that need the fewest parameters.
 * With a token, they authenticate.
 */
export async function exampleCommands(
  mock: Mock,
  url: string,
  token: string | undefined,
): Promise<readonly string[]> {
  const { document } = mock
  const validator = createValidator(document)
  const examples = createExamples({ document, validator, report: () => undefined })
  const fake = createFake({ document, validator, seed: 1, now: mock.clock.now() })
  const parts: Parts = { examples, fake, validator, url, token }
  const { operations } = operationsOf(document)
  const { collections } = await mock.snapshot()
  const resources = new Set(collections.map(({ resource }) => resource))

  const list = simplest(operations.filter(isFlat('GET')), (operation) => resources.has(operation.path))
  const items = collections.flatMap((collection) => itemOf(collection, operations))
  const item = simplest(items, ({ resource }) => resource === list?.path)
  const create = simplest(
    operations.filter(isFlat('POST')).filter(isSendable),
    (operation) => resources.has(operation.path) && (bodyOf(operation)?.examples.length ?? 0) > 0,
  )
  const commands = await Promise.all([
    list && command(parts, list),
    item && command(parts, item, ['-i']),
    create && command(parts, create),
  ])
  return commands.filter((shown) => shown !== undefined && shown.length <= maxLength) as string[]
}

/** Parameters of the same name have the same value in all commands. */
const key = 'try'

/** Longer commands hide the others. */
const maxLength = 400

/** The operation with the fewest required parameters; among equals the first that is preferred. */
function simplest<T extends Operation>(
  operations: readonly T[],
  isPreferred: (operation: T) => boolean,
): T | undefined {
  const fewest = Math.min(...operations.map((operation) => requiredOf(operation).length))
  const simple = operations.filter((operation) => requiredOf(operation).length === fewest)
  return simple.find(isPreferred) ?? simple[0]
}

function requiredOf({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.required && parameter.in !== 'path')
}

const isFlat =
  (wanted: 'GET' | 'POST') =>
  ({ method, path }: Operation): boolean =>
    method === wanted && !path.includes('{')

/** Whether curl's options can say the body, if there is any. */
function isSendable(operation: Operation): boolean {
  const media = bodyOf(operation)
  return media === undefined || isJsonType(concreteType(media.type)) || isFormType(media.type)
}

function bodyOf({ requestBody }: Operation): MediaType | undefined {
  return jsonFirst(requestBody?.content ?? [])[0]
}

interface Item extends Operation {
  readonly resource: string
}

type Collection = Awaited<ReturnType<Mock['snapshot']>>['collections'][number]

/** The operation that reads a record of a collection, with the path of its first record. */
function itemOf({ resource, scope, records }: Collection, operations: readonly Operation[]): readonly Item[] {
  const [first] = records
  const read = operations.find(
    ({ method, path }) =>
      method === 'GET' &&
      path.startsWith(`${resource}/{`) &&
      /^\/\{[^{}/]+\}$/.test(path.slice(resource.length)),
  )
  if (first === undefined || read === undefined || scope.length > 0) return []
  return [{ ...read, resource, path: `${resource}/${encodeURIComponent(first[0])}` }]
}

async function command(parts: Parts, operation: Operation, flags: readonly string[] = []): Promise<string> {
  const credentials = parts.token === undefined ? noCredentials : credentialsFor(operation, parts.token)
  const required = requiredOf(operation).filter(({ name }) => !credentials.names.includes(name))
  const values = await exampleParameters(parts, required, key)
  const { path, query, headers } = encodeParameters(operation.path, required, values)
  const search = [query, ...credentials.query].filter((part) => part !== '').join('&')
  return [
    'curl',
    ...flags,
    ...(operation.method === 'POST' ? await bodyFlags(parts, operation) : []),
    ...credentials.flags,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', quoteLiteral(`${name}: ${value}`)]),
    quoteLiteral(`${parts.url}${path}${search === '' ? '' : `?${search}`}`),
  ].join(' ')
}

async function bodyFlags(parts: Parts, operation: Operation): Promise<readonly string[]> {
  const media = bodyOf(operation)
  if (media === undefined) return ['-X', 'POST']
  const isShown = media.examples.length > 0
  const whole = await exampleBody(parts, media, key)
  const value = isShown ? whole : shortened(parts.validator, media, whole)
  if (isFormType(media.type))
    return ['-d', quoteLiteral(new TextDecoder().decode(encodeBody(value, media).bytes))]
  return [
    '-d',
    quoteLiteral(stringifyJson(value)),
    '-H',
    quoteLiteral(`Content-Type: ${concreteType(media.type)}`),
  ]
}

/** Enough to tell records apart. */
const fewProperties = 3

/** Leaves out optional properties until few are left: the longest first, and of equal ones the last. */
function shortened(validator: Validator, { schema }: MediaType, value: Json): Json {
  if (!isJsonObject(value) || schema === undefined) return value
  const longestFirst = Object.keys(value)
    .reverse()
    .sort((a, b) => length(value[b]) - length(value[a]))
  return longestFirst.reduce((kept, name) => {
    const { [name]: _, ...rest } = kept
    const isLong = Object.keys(kept).length > fewProperties
    return isLong && validator.of(schema, 'request').accepts(rest) ? rest : kept
  }, value)
}

const length = (value: Json | undefined): number => (value === undefined ? 0 : stringifyJson(value).length)
