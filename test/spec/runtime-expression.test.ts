import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate, expand, type ExpressionContext } from '../../spec/runtime-expression.ts'

/** The example of OpenAPI 3.0.4 §4.7.18.2. */
const context: ExpressionContext = {
  url: 'http://example.org/subscribe/myevent?queryUrl=https://clientdomain.com/stillrunning',
  method: 'POST',
  statusCode: 201,
  request: {
    headers: { 'content-type': 'application/json' },
    path: { eventType: 'myevent' },
    query: { queryUrl: 'https://clientdomain.com/stillrunning' },
    body: {
      failedUrl: 'https://clientdomain.com/failed',
      successUrls: ['https://clientdomain.com/fast', 'https://clientdomain.com/medium'],
      'a/b': { none: null, count: 2 },
    },
  },
  response: { headers: { Location: 'https://example.org/subscription/1' }, body: 'text' },
}

describe('a runtime expression', () => {
  it.each([
    ['$url', context.url],
    ['$method', 'POST'],
    ['$statusCode', 201],
    ['$request.path.eventType', 'myevent'],
    ['$request.query.queryUrl', 'https://clientdomain.com/stillrunning'],
    ['$request.header.content-type', 'application/json'],
    ['$request.header.Content-Type', 'application/json'],
    ['$request.body#/failedUrl', 'https://clientdomain.com/failed'],
    ['$request.body#/successUrls/1', 'https://clientdomain.com/medium'],
    ['$request.body#/a~1b/count', 2],
    ['$request.body#/a~1b/none', undefined],
    ['$request.body', context.request.body],
    ['$response.header.location', 'https://example.org/subscription/1'],
    ['$response.body', 'text'],
    ['$request.query.other', undefined],
    ['$request.body#/other', undefined],
    ['$response.body#/id', undefined],
    ['$response.path.id', undefined],
    ['$request.query.constructor', undefined],
    ['$request.body#/constructor', undefined],
    ['$request', undefined],
    ['$nonsense', undefined],
    ['constant', undefined],
  ])('%s', (expression, value) => {
    expect(evaluate(expression, context)).toEqual(value)
  })

  it('never throws', () => {
    const unit = fc.constantFrom(
      '$request',
      '$response',
      '.',
      'body',
      'header',
      'query',
      'path',
      '#',
      '/',
      '~',
      '%',
      'x',
      '{',
      '}',
    )
    fc.assert(
      fc.property(fc.string({ unit }), (text) => void [evaluate(text, context), expand(text, context)]),
    )
  })
})

describe('a template with expressions', () => {
  it.each([
    ['{$request.query.queryUrl}/data', 'https://clientdomain.com/stillrunning/data'],
    [
      'http://notify.test?url={$request.body#/successUrls/0}&n={$request.body#/a~1b/count}',
      'http://notify.test?url=https://clientdomain.com/fast&n=2',
    ],
    ['https://fixed.test/hook', 'https://fixed.test/hook'],
    ['{$request.body#/other}/data', undefined],
    ['{$request.body#/a~1b/none}/data', undefined],
    ['http://a.test/{id}', 'http://a.test/{id}'],
  ])('%s', (template, text) => {
    expect(expand(template, context)).toBe(text)
  })
})
