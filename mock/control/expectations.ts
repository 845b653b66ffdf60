import type { JsonObject } from '../../spec/json.ts'
import { ok, refuse } from '../behaviour.ts'
import type { Expectation, StandingExpectation } from '../engine/expectations/expectation.ts'
import { closed, jsonAnswer, jsonBody, noContent, operation, pathParameter, ref } from './describe.ts'
import { orInvalid } from './or-invalid.ts'
import type { Controlled, Part } from './part.ts'

/** `/expectations`: responses set for future requests. */
export function expectationsPart({ session: { expectations } }: Controlled): Part {
  return {
    paths,
    schemas,
    behaviours: {
      listExpectations: () => ok(200, { expectations: expectations.list().map(shown) }),
      addExpectation: ({ request: { body } }) =>
        orInvalid('invalid_expectation', () =>
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
    description: 'Operation id, or method and path: `POST /store/orders`, `PATCH /pets/3`.',
  },
  status: { type: 'integer', minimum: 200, maximum: 599 },
  body: { description: 'Any JSON. By default, an example of the document for the status.' },
  headers: { type: 'object', additionalProperties: { type: 'string' } },
  code: { type: 'string', description: 'For an error without `body`.' },
  message: { type: 'string', description: 'For an error without `body`.' },
  times: {
    description: 'Number of requests it applies to. Default 1.',
    oneOf: [{ type: 'integer', minimum: 1, maximum: 1_000_000_000 }, { const: 'always' }],
  },
  force: { type: 'boolean', description: 'Allows a response that violates the document.' },
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
      summary: 'List the active expectations',
      responses: {
        200: jsonAnswer(
          'The expectations, in the order they were added.',
          closed({ expectations: { type: 'array', items: ref('StandingExpectation') } }),
        ),
      },
    }),
    post: operation('addExpectation', 'Expectations', {
      summary: 'Set the response to the next valid requests for an operation',
      description: 'A response that violates the document is rejected unless `force` is true.',
      requestBody: jsonBody(ref('Expectation')),
      responses: { 201: jsonAnswer('The new expectation.', ref('StandingExpectation')) },
    }),
    delete: operation('clearExpectations', 'Expectations', {
      summary: 'Remove all expectations',
      responses: { 204: noContent('There are no active expectations.') },
    }),
  },
  '/expectations/{id}': {
    parameters: [pathParameter('id', 'Id of the expectation.', { type: 'integer', minimum: 1 })],
    delete: operation('removeExpectation', 'Expectations', {
      summary: 'Remove an expectation',
      responses: { 204: noContent('The expectation was removed.') },
    }),
  },
}
