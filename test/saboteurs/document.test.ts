import { fileURLToPath } from 'node:url'
import { bundle, createConfig } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { route } from './routes.ts'
import { startStore } from './store.ts'
import { walk, type Step } from './walk.ts'

interface Answered {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: object }>>
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}
type Paths = Readonly<
  Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Answered>> }>>>
>

const ajv = new Ajv2020({
  strict: false,
  formats: { int32: true, int64: true, 'date-time': true, 'uri-reference': true },
})

let paths: Paths
const steps: Step[] = []

beforeAll(async () => {
  const ref = fileURLToPath(new URL('../../spec/petstore.yaml', import.meta.url))
  const { bundle: bundled } = await bundle({ ref, config: await createConfig({}), dereference: true })
  paths = (bundled.parsed as { readonly paths: Paths }).paths
  const store = await startStore()
  const client = createClient(store.url)
  for await (const step of walk(client, false)) steps.push(step)
  await client.close()
  await store.close()
})

/** The steps that belong to an operation, with what the document says of their answers. */
function declared(): readonly {
  readonly step: Step
  readonly status: string
  readonly answered: Answered | undefined
}[] {
  return steps.flatMap((step) => {
    const { template, operationId } = route(step.method, step.path.split('?')[0]!)
    if (template === undefined || operationId === undefined) return []
    const { responses } = paths[template]![step.method === 'HEAD' ? 'get' : step.method.toLowerCase()]!
    const status = String(step.answer.status)
    return [{ step, status, answered: responses[status] }]
  })
}

const label = ({ method, path, answer }: Step): string => `${method} ${path}: ${answer.status} ${answer.text}`

test('every answer of an operation has a status that the document names', () => {
  const others = declared().filter(({ answered }) => answered === undefined)
  expect(others.map(({ status }) => status)).toEqual(others.map(() => '415'))
})

test('every answer has the content that the document says', () => {
  for (const { step, answered } of declared()) {
    const schema = answered?.content?.['application/json']?.schema
    if (step.method === 'HEAD' || answered === undefined) continue
    if (schema === undefined) expect(step.answer.text, label(step)).toBe('')
    else
      expect(ajv.validate(schema, JSON.parse(step.answer.text)) || ajv.errorsText(), label(step)).toBe(true)
  }
})

test('every answer has the headers that the document says', () => {
  for (const { step, answered } of declared()) {
    for (const [name, { required, schema }] of Object.entries(answered?.headers ?? {})) {
      const text = step.answer.headers[name.toLowerCase()]
      if (text === undefined) expect(required ?? false, `${name} of ${label(step)}`).toBe(false)
      else expect(ajv.validate(schema, name === 'X-Total-Count' ? Number(text) : text), name).toBe(true)
    }
  }
})
