import { fileURLToPath } from 'node:url'
import { bundle, createConfig } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'
import { createClient } from '../shared/client.ts'
import { sendScript, type ScriptedExchange } from '../shared/script.ts'
import { requests } from './requests.ts'
import { route } from './server/routes.ts'
import { startStore } from './start.ts'

interface DeclaredResponse {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: object }>>
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}
type Paths = Readonly<
  Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, DeclaredResponse>> }>>>
>

const ajv = new Ajv2020({
  strict: false,
  formats: { int32: true, int64: true, 'date-time': true, 'uri-reference': true },
})

let paths: Paths
const exchanges: ScriptedExchange[] = []

beforeAll(async () => {
  const ref = fileURLToPath(new URL('../../../spec/petstore.yaml', import.meta.url))
  const { bundle: bundled } = await bundle({ ref, config: await createConfig({}), dereference: true })
  paths = (bundled.parsed as { readonly paths: Paths }).paths
  const store = await startStore()
  const client = createClient(store.url)
  for await (const exchange of sendScript(client, requests)) exchanges.push(exchange)
  await client.close()
  await store.close()
})

/** The exchanges of the document's operations, each with the response that the document declares for its status. */
function exchangesOfOperations(): readonly {
  readonly exchange: ScriptedExchange
  readonly status: string
  readonly declared: DeclaredResponse | undefined
}[] {
  return exchanges.flatMap((exchange) => {
    const { template, operationId } = route(exchange.method, exchange.path.split('?')[0]!)
    if (template === undefined || operationId === undefined) return []
    const { responses } =
      paths[template]![exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase()]!
    const status = String(exchange.answer.status)
    return [{ exchange, status, declared: responses[status] }]
  })
}

const label = ({ method, path, answer }: ScriptedExchange): string =>
  `${method} ${path}: ${answer.status} ${answer.text}`

test('operations answer with declared statuses, except for 415', () => {
  const undeclared = exchangesOfOperations().filter(({ declared }) => declared === undefined)
  expect(undeclared.map(({ status }) => status)).toEqual(undeclared.map(() => '415'))
})

test('bodies match their declared schemas', () => {
  for (const { exchange, declared } of exchangesOfOperations()) {
    const schema = declared?.content?.['application/json']?.schema
    if (exchange.method === 'HEAD' || declared === undefined) continue
    if (schema === undefined) expect(exchange.answer.text, label(exchange)).toBe('')
    else
      expect(
        ajv.validate(schema, JSON.parse(exchange.answer.text)) || ajv.errorsText(),
        label(exchange),
      ).toBe(true)
  }
})

test('headers match their declared schemas', () => {
  for (const { exchange, declared } of exchangesOfOperations()) {
    for (const [name, { required, schema }] of Object.entries(declared?.headers ?? {})) {
      const text = exchange.answer.headers[name.toLowerCase()]
      if (text === undefined) expect(required ?? false, `${name} of ${label(exchange)}`).toBe(false)
      else expect(ajv.validate(schema, name === 'X-Total-Count' ? Number(text) : text), name).toBe(true)
    }
  }
})
