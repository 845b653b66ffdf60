import type { JsonObject } from '../../spec/json.ts'
import { ok, refuse } from '../behaviour.ts'
import type { Expectation, StandingExpectation } from '../engine/expectations/expectation.ts'
import { closed, jsonAnswer, jsonBody, noContent, operation, pathParameter, ref } from './describe.ts'
import type { Controlled, Part } from './part.ts'
import { steered } from './steering.ts'

/** Answers set for requests to come. */
export function expectationsPart({ session: { expectations } }: Controlled): Part {
  return {
    paths,
    schemas,
    behaviours: {
      listExpectations: () => ok(200, { expectations: expectations.list().map(shown) }),
      addExpectation: ({ request: { body } }) =>
        steered('invalid_expectation', () =>
          ok(201, shown(expectations.add(body as unknown as Expectation))),
        ),
      clearExpectations: () => {
        expectations.clear()
        return ok(204)
      },
      removeExpectation: ({ request: { path } }) =>
        expectations.remove(Number(path['id']))
          ? ok(204)
          : refuse(404, 'not_found', `There is no expectation ${Number(path['id'])}.`),
    },
  }
}

const shown = (expectation: StandingExpectation): JsonObject => ({ ...expectation })

const members: JsonObject = {
  operation: {
    type: 'string',
    description: 'Id, or method and path: `POST /store/orders`, `PATCH /pets/3`.',
  },
  status: { type: 'integer', minimum: 200, maximum: 599 },
  body: { description: 'Any JSON. When absent, what the document gives for the status.' },
  headers: { type: 'object', additionalProperties: { type: 'string' } },
  code: { type: 'string', description: 'Of an error without a body of its own.' },
  message: { type: 'string', description: 'Of an error without a body of its own.' },
  times: {
    description: 'For how many requests it stands. Default 1.',
    oneOf: [{ type: 'integer', minimum: 1, maximum: 1_000_000_000 }, { const: 'always' }],
  },
  force: { type: 'boolean', description: 'Even if the document does not allow the answer.' },
}

const optional = ['body', 'headers', 'code', 'message', 'times', 'force']

const schemas: NonNullable<Part['schemas']> = {
  Expectation: closed(members, optional),
  StandingExpectation: closed(
    {
      ...members,
      id: { type: 'integer', minimum: 1 },
      remaining: { oneOf: [{ type: 'integer', minimum: 0 }, { const: 'always' }] },
    },
    optional,
  ),
}

const paths: Part['paths'] = {
  '/expectations': {
    get: operation('listExpectations', 'Expectations', {
      summary: 'Those that still have requests to answer',
      responses: {
        200: jsonAnswer(
          'In the order in which they were added.',
          closed({ expectations: { type: 'array', items: ref('StandingExpectation') } }),
        ),
      },
    }),
    post: operation('addExpectation', 'Expectations', {
      summary: 'Set the answer to the next valid requests for an operation',
      description: 'Refused when the document does not allow the answer, unless forced.',
      requestBody: jsonBody(ref('Expectation')),
      responses: { 201: jsonAnswer('It stands.', ref('StandingExpectation')) },
    }),
    delete: operation('clearExpectations', 'Expectations', {
      summary: 'Forget all expectations',
      responses: { 204: noContent('None stands.') },
    }),
  },
  '/expectations/{id}': {
    parameters: [pathParameter('id', 'Of the expectation.', { type: 'integer', minimum: 1 })],
    delete: operation('removeExpectation', 'Expectations', {
      summary: 'Forget an expectation',
      responses: { 204: noContent('It is gone.') },
    }),
  },
}
