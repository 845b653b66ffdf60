import { expect, it } from 'vitest'
import { requiredParameters } from '../../../contracts/requests/required-parameters.ts'
import { apiOf } from '../support/answer-to.ts'

it.each(['header', 'cookie'])('an array of arbitrary strings for a required %s can be sent', (place) => {
  const schema = { type: 'array', items: { type: 'string' } }
  const names = Array.from({ length: 20 }, (_, index) => `labels${String(index)}`)
  const api = apiOf({
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': {
        get: {
          parameters: names.map((name, index) => ({
            name,
            in: place,
            required: true,
            schema: { ...schema, minItems: index },
          })),
          responses: { 200: { description: 'All of them.' } },
        },
      },
    },
  })
  const { header, cookie } = requiredParameters(api, api.operations[0]!)
  const values = Object.values({ ...header, ...cookie }).flat()
  expect(values.length).toBeGreaterThan(20)
  for (const text of values) expect(text).toMatch(/^[!-~]+$/)
})

it('a required parameter is sent with its example, or else with its default', () => {
  const parameter = (name: string, schema: object, example?: string): object => ({
    name,
    in: 'query',
    required: true,
    schema: { type: 'string', ...schema },
    ...(example !== undefined && { example }),
  })
  const api = apiOf({
    openapi: '3.0.3',
    info: { title: 'Charts', version: '1' },
    paths: {
      '/charts': {
        get: {
          parameters: [
            parameter('chart', { default: 'cpu' }),
            parameter('host', { default: 'all' }, 'lab'),
            parameter('zone', { default: 7 }),
          ],
          responses: { 200: { description: 'A chart' } },
        },
      },
    },
  })
  const { query } = requiredParameters(api, api.operations[0]!)
  expect(query).toMatchObject({ chart: 'cpu', host: 'lab' })
  expect(query['zone']).not.toBe(7)
})

it('a required offset is that of the first page', () => {
  const whole = (name: string): object => ({
    name,
    in: 'query',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  })
  const station = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
  const content = { 'application/json': { schema: { type: 'array', items: station } } }
  const api = apiOf({
    openapi: '3.0.3',
    info: { title: 'Stations', version: '1' },
    paths: {
      '/stations': {
        get: {
          parameters: [whole('limit'), whole('offset')],
          responses: { 200: { description: 'A page of stations', content } },
        },
      },
    },
  })
  expect(requiredParameters(api, api.operations[0]!).query['offset']).toBe(0)
})
