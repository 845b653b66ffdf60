import { describe, expect, it } from 'vitest'
import type { Api } from '../../../contracts/api/api.ts'
import type { Check } from '../../../contracts/check.ts'
import { allowOn405 } from '../../../contracts/checks/allow-on-405.ts'
import { contentType } from '../../../contracts/checks/content-type.ts'
import { duplicateKeys } from '../../../contracts/checks/duplicate-keys.ts'
import { errorShape } from '../../../contracts/checks/error-shape.ts'
import { headAgrees } from '../../../contracts/checks/head-agrees.ts'
import { informationLeak } from '../../../contracts/checks/information-leak.ts'
import { noContent } from '../../../contracts/checks/no-content.ts'
import { responseBody } from '../../../contracts/checks/response-body.ts'
import { responseHeaders } from '../../../contracts/checks/response-headers.ts'
import { serverError } from '../../../contracts/checks/server-error.ts'
import { statusDeclared } from '../../../contracts/checks/status-declared.ts'
import type { Answer } from '../../../contracts/interaction.ts'
import { apiOf, json, type AnswerParts } from '../support/answer-to.ts'
import { answerOf, error, pet } from '../support/petstore-answers.ts'
import { causes } from '../support/violations.ts'

function judge(
  check: Check<Answer>,
  operationId: string,
  given: AnswerParts & { readonly api?: Api },
): readonly string[] {
  return causes(check.judge(answerOf(operationId, given)))
}

const ownNumbers = (...errors: readonly string[]): Api =>
  apiOf({
    openapi: '3.0.4',
    info: { title: 'Own', version: '1' },
    paths: {
      '/own': {
        get: {
          operationId: 'getOwn',
          responses: Object.fromEntries(
            ['200', ...errors].map((status) => [status, { description: 'said' }]),
          ),
        },
      },
    },
  })

const location = ['Location', '/pets/4'] as const

describe('server-error', () => {
  it('reports any 5xx', () => {
    expect(judge(serverError, 'listPets', { status: 500, body: error(500) })).toEqual(['valid'])
    expect(judge(serverError, 'listPets', { status: 503, intent: 'probe', body: error(503) })).toEqual([
      'probe',
    ])
  })

  it('accepts 4xx, and 501 to an undeclared method', () => {
    expect(judge(serverError, 'listPets', { status: 400, body: error(400) })).toEqual([])
    expect(serverError.judge({ ...answerOf('listPets', { status: 501 }), operation: undefined })).toEqual([])
  })
})

describe('status-declared', () => {
  it('accepts statuses that are declared, individually or by default', () => {
    expect(judge(statusDeclared, 'createPet', { status: 201, headers: [json, location], body: pet })).toEqual(
      [],
    )
    expect(judge(statusDeclared, 'createPet', { status: 418, body: error(418) })).toEqual([])
  })

  it('does not apply the default to a success of another shape', () => {
    expect(judge(statusDeclared, 'createPet', { status: 200, body: pet })).toEqual(['status:200'])
    expect(judge(responseBody, 'createPet', { status: 200, body: pet })).toEqual([])
  })

  it('accepts undeclared statuses that HTTP itself defines', () => {
    const answer = answerOf('getPet', { status: 415, intent: 'probe', body: {} })
    const bare = {
      ...answer,
      issues: [{ in: 'status', path: '', keyword: 'status', message: 'No 415.', schema: '#/x' }] as const,
    }
    expect(statusDeclared.judge(bare)).toEqual([])
    expect(causes(statusDeclared.judge({ ...bare, intent: 'valid' }))).toEqual(['status:415'])
  })

  it('reports the same cause for operations with the same status', () => {
    const reasonsOf = (...declared: readonly string[]): readonly (string | undefined)[] =>
      statusDeclared
        .judge(answerOf('getOwn', { api: ownNumbers(...declared), status: 402 }))
        .map(({ reason }) => reason)
    expect(reasonsOf('404')).toHaveLength(1)
    expect(reasonsOf('404', '410')).toEqual(reasonsOf('404'))
  })

  it('leaves HEAD to the comparison with GET', () => {
    const judged = (method: 'GET' | 'HEAD', status: number): readonly string[] =>
      judge(statusDeclared, 'getOwn', { api: ownNumbers('400'), method, status })
    expect([judged('HEAD', 206), judged('HEAD', 404)]).toEqual([[], []])
    expect([judged('GET', 206), judged('GET', 404)]).toEqual([['status:206'], ['status:404']])
  })

  it('accepts 414 to a URI that servers need not support', () => {
    const judgeQuery = (query: string): readonly string[] =>
      judge(statusDeclared, 'getOwn', { api: ownNumbers('400'), status: 414, request: { query } })
    expect(judgeQuery('q='.padEnd(9000, 'a'))).toEqual([])
    expect(judgeQuery('q=a')).toEqual(['status:414'])
  })

  it('accepts standard statuses if all declared errors are nonstandard', () => {
    const statusesOf = (...declared: readonly string[]): readonly string[] =>
      judge(statusDeclared, 'getOwn', { api: ownNumbers(...declared), status: 404 })
    expect(statusesOf('480', '481')).toEqual([])
    expect(statusesOf('480', '400')).toEqual(['status:404'])
  })
})

describe('content-type', () => {
  it.each([
    ['the declared type', [json], []],
    ['it with a charset', [['Content-Type', 'application/json; charset=utf-8'] as const], []],
    ['another type', [['Content-Type', 'text/html'] as const], ['2xx:other']],
    ['no type', [], ['2xx:missing']],
  ])('%s', (_, headers, expected) => {
    expect(judge(contentType, 'listCategories', { status: 200, headers, body: [] })).toEqual(expected)
  })
})

describe('response-body and error-shape', () => {
  it('name the keyword and the place, array indices left out', () => {
    const body = [pet, { ...pet, id: '5' }, { ...pet, id: '6' }]
    const violations = judge(responseBody, 'listPets', {
      status: 200,
      headers: [json, ['X-Total-Count', '3']],
      body,
    })
    expect(violations).toHaveLength(1)
    expect(violations[0]).toMatch(/^type \/\*\/id #/)
  })

  it('report the same cause for the same violation of one schema', () => {
    const reasonsOf = (operationId: string, body: object): readonly (string | undefined)[] =>
      responseBody.judge(answerOf(operationId, { status: 200, body })).map(({ reason }) => reason)
    const nameless = { ...pet, name: 7 }
    const alike = reasonsOf('getPet', nameless)
    expect(alike).toHaveLength(1)
    expect(reasonsOf('updatePet', nameless)).toEqual(alike)
    expect(reasonsOf('getPet', { ...pet, name: '' })).not.toEqual(alike)
  })

  it('report missing content', () => {
    expect(judge(responseBody, 'getCategory', { status: 200 })).toEqual(['missing'])
    expect(judge(errorShape, 'getCategory', { status: 404 })).toEqual(['missing'])
  })

  it('accept an error in the declared shape', () => {
    expect(judge(errorShape, 'getCategory', { status: 404, body: error(404) })).toEqual([])
  })

  it('report an error in another shape', () => {
    expect(judge(errorShape, 'getCategory', { status: 404, body: { error: 'Not found' } })).toHaveLength(3)
  })

  it('report an error that names another status than its own in a described property', () => {
    const [violation] = errorShape.judge(answerOf('getCategory', { status: 404, body: error(400) }))
    expect(violation).toMatchObject({ cause: 'status-member', actual: 'status = 400' })
    expect(violation?.severity).toBeUndefined()
  })
})

describe('response-headers', () => {
  it('expects required headers, and declared ones to be valid', () => {
    expect(judge(responseHeaders, 'listPets', { status: 200, body: [] })).toEqual(['required x-total-count'])
    const headers = [json, ['X-Total-Count', 'many'] as const]
    expect(judge(responseHeaders, 'listPets', { status: 200, headers, body: [] })).toEqual([
      'type x-total-count',
    ])
  })

  it('leaves the challenge of 401 to its own check, and HEAD to the comparison with GET', () => {
    expect(judge(responseHeaders, 'listPets', { status: 401, body: error(401) })).toEqual([])
    expect(judge(responseHeaders, 'listPets', { status: 200, method: 'HEAD' })).toEqual([])
  })
})

describe('no-content', () => {
  it.each([
    ['a bare 204', { status: 204 }, []],
    [
      '204 with a length',
      { status: 204, headers: [['Content-Length', '0'] as const] },
      ['204:content-length'],
    ],
    ['204 with content', { status: 204, text: 'x' }, ['204:content']],
    ['304 with content', { status: 304, text: 'x' }, ['304:content']],
    ['200 with content', { status: 200, text: '[]' }, []],
  ])('%s', (_, given, expected) => {
    expect(judge(noContent, 'deletePet', given)).toEqual(expected)
  })
})

describe('duplicate-keys', () => {
  it('reports a duplicate key in a response', () => {
    const twice = answerOf('getCategory', { status: 200, text: '{"id":1,"name":"a","id":2}' })
    expect(causes(duplicateKeys.judge({ answer: twice }))).toEqual(['name:"id"'])
  })

  it('reports an accepted duplicate key in a request that other operations refuse', () => {
    const taken = answerOf('createCategory', { status: 201, body: { id: 1, name: 'a' } })
    expect(causes(duplicateKeys.judge({ answer: taken, refusedBy: 'createPet' }))).toEqual(['request'])
    expect(duplicateKeys.judge({ answer: taken })).toEqual([])
  })
})

describe('information-leak', () => {
  it.each([
    ['JavaScript', 'TypeError: x\n    at getOrder (/srv/store/orders.js:31:14)'],
    ['JavaScript modules', 'Error\n    at async file:///srv/store/orders.js:31:14'],
    ['Python', 'Traceback (most recent call last):\n  File "app.py", line 3, in <module>'],
    ['Java', 'java.lang.NullPointerException\n\tat com.example.Shop.buy(Shop.java:12)'],
    ['Go', 'panic: runtime error: index out of range'],
    ['SQL', 'failed: SELECT * FROM pets WHERE id = 1'],
    ['PostgreSQL', 'ERROR: syntax error at or near "WHERE"'],
  ])('reports a trace of %s', (_, message) => {
    expect(
      judge(informationLeak, 'getOrder', { status: 404, body: { ...error(404), message } }),
    ).toHaveLength(1)
  })

  it.each(['There is no pet at all (see /pets).', 'Select one of them from the list.', 'Update your token.'])(
    'lets pass: %s',
    (message) => {
      expect(judge(informationLeak, 'getOrder', { status: 404, body: { ...error(404), message } })).toEqual(
        [],
      )
    },
  )

  it('accepts text that the request contained', () => {
    const text = 'SELECT a FROM b '
    const request = { body: Buffer.from(JSON.stringify({ name: text })) }
    expect(
      judge(informationLeak, 'createPet', { status: 400, body: { ...error(400), message: text }, request }),
    ).toEqual([])
  })
})

describe('allow-on-405', () => {
  const ask = (status: number, allow: string | undefined, method = 'PUT'): readonly string[] => {
    const headers = allow === undefined ? [json] : [json, ['Allow', allow] as const]
    const answer = answerOf('listPets', { status, headers, body: error(status), method })
    return causes(allowOn405.judge({ answer, declared: ['GET', 'POST'] }))
  }

  it('expects Allow with every declared method and without the refused one', () => {
    expect(ask(405, 'GET, HEAD, POST, OPTIONS')).toEqual([])
    expect(ask(405, undefined)).toEqual(['missing'])
    expect(ask(405, 'GET')).toEqual(['omits:POST'])
    expect(ask(405, 'GET, POST, PUT')).toEqual(['names-refused'])
  })

  it('does not judge a path that answers with another status', () => {
    expect(ask(404, undefined)).toEqual([])
    expect(ask(204, undefined, 'OPTIONS')).toEqual([])
  })
})

describe('head-agrees', () => {
  const tag = ['ETag', '"1"'] as const
  const total = ['X-Total-Count', '0'] as const
  const get = answerOf('listPets', { status: 200, headers: [json, tag, total], body: [] })
  const compare = (given: AnswerParts): readonly string[] =>
    causes(headAgrees.judge({ get, head: answerOf('listPets', { method: 'HEAD', ...given }) }))

  it('accepts the same header fields', () => {
    expect(compare({ status: 200, headers: [json, tag, total, ['Content-Length', '2']] })).toEqual([])
  })

  it('reports another status, different fields and another length', () => {
    expect(compare({ status: 404 })).toEqual(['status'])
    expect(compare({ status: 200, headers: [json, total] })).toEqual(['header:etag'])
    expect(compare({ status: 200, headers: [json, tag] })).toEqual(['header:x-total-count'])
    expect(compare({ status: 200, headers: [json, tag, total, ['Content-Length', '3']] })).toEqual([
      'header:content-length',
    ])
  })

  it('does not judge a server without HEAD, and only warns if that has no route for it', () => {
    expect(compare({ status: 405 })).toEqual([])
    const head = answerOf('listPets', { method: 'HEAD', status: 404 })
    expect(headAgrees.judge({ get, head }).map(({ severity }) => severity)).toEqual(['warning'])
    expect(headAgrees.judge({ get, head, others: 'getPet' }).map(({ severity }) => severity)).toEqual([
      undefined,
    ])
  })
})
