import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../contracts/interaction.ts'
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
import { answerOf, error, pet } from '../support/petstore-answers.ts'
import { apiOf, json, type AnswerParts } from '../support/answer-to.ts'
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
  it('is any 5xx', () => {
    expect(judge(serverError, 'listPets', { status: 500, body: error(500) })).toEqual(['valid'])
    expect(judge(serverError, 'listPets', { status: 503, intent: 'probe', body: error(503) })).toEqual([
      'odd',
    ])
  })

  it('is no 4xx, and no 501 to a method the path does not have', () => {
    expect(judge(serverError, 'listPets', { status: 400, body: error(400) })).toEqual([])
    expect(serverError.judge({ ...answerOf('listPets', { status: 501 }), operation: undefined })).toEqual([])
  })
})

describe('status-declared', () => {
  it('lets pass what the operation declares, one by one or by default', () => {
    expect(judge(statusDeclared, 'createPet', { status: 201, headers: [json, location], body: pet })).toEqual(
      [],
    )
    expect(judge(statusDeclared, 'createPet', { status: 418, body: error(418) })).toEqual([])
  })

  it('does not take the default for a success of another shape', () => {
    expect(judge(statusDeclared, 'createPet', { status: 200, body: pet })).toEqual(['status:200'])
    expect(judge(responseBody, 'createPet', { status: 200, body: pet })).toEqual([])
  })

  it('does not ask for what HTTP itself answers with', () => {
    const answer = answerOf('getPet', { status: 415, intent: 'probe', body: {} })
    const bare = {
      ...answer,
      issues: [{ in: 'status', path: '', keyword: 'status', message: 'No 415.', schema: '#/x' }] as const,
    }
    expect(statusDeclared.judge(bare)).toEqual([])
    expect(causes(statusDeclared.judge({ ...bare, intent: 'valid' }))).toEqual(['status:415'])
  })

  it('is told alike of operations that answer alike, whatever they declare', () => {
    const reasonsOf = (...declared: readonly string[]): readonly (string | undefined)[] =>
      statusDeclared
        .judge(answerOf('getOwn', { api: ownNumbers(...declared), status: 402 }))
        .map(({ reason }) => reason)
    expect(reasonsOf('404')).toHaveLength(1)
    expect(reasonsOf('404', '410')).toEqual(reasonsOf('404'))
  })

  it('leaves a success of HEAD to be compared with that of GET', () => {
    const judged = (method: 'GET' | 'HEAD'): readonly string[] =>
      judge(statusDeclared, 'getOwn', { api: ownNumbers('404'), method, status: 206 })
    expect(judged('HEAD')).toEqual([])
    expect(judged('GET')).toEqual(['status:206'])
  })

  it('lets pass 414 to a URI longer than every server should take', () => {
    const asked = (query: string): readonly string[] =>
      judge(statusDeclared, 'getOwn', { api: ownNumbers('400'), status: 414, request: { query } })
    expect(asked('q='.padEnd(9000, 'a'))).toEqual([])
    expect(asked('q=a')).toEqual(['status:414'])
  })

  it('asks for no status of HTTP where the document has but numbers of its own for errors', () => {
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
  ])('%s', (_, headers, wanted) => {
    expect(judge(contentType, 'listCategories', { status: 200, headers, body: [] })).toEqual(wanted)
  })
})

describe('response-body and error-shape', () => {
  it('name the keyword and the place, array indices left out', () => {
    const body = [pet, { ...pet, id: '5' }, { ...pet, id: '6' }]
    const found = judge(responseBody, 'listPets', {
      status: 200,
      headers: [json, ['X-Total-Count', '3']],
      body,
    })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^type \/\*\/id #/)
  })

  it('are told alike where one schema is broken alike', () => {
    const reasonsOf = (operationId: string, body: object): readonly (string | undefined)[] =>
      responseBody.judge(answerOf(operationId, { status: 200, body })).map(({ reason }) => reason)
    const nameless = { ...pet, name: 7 }
    const alike = reasonsOf('getPet', nameless)
    expect(alike).toHaveLength(1)
    expect(reasonsOf('updatePet', nameless)).toEqual(alike)
    expect(reasonsOf('getPet', { ...pet, name: '' })).not.toEqual(alike)
  })

  it('name content that is missing', () => {
    expect(judge(responseBody, 'getCategory', { status: 200 })).toEqual(['missing'])
    expect(judge(errorShape, 'getCategory', { status: 404 })).toEqual(['missing'])
  })

  it('take an error in the declared shape', () => {
    expect(judge(errorShape, 'getCategory', { status: 404, body: error(404) })).toEqual([])
  })

  it('refuse an error in another shape', () => {
    expect(judge(errorShape, 'getCategory', { status: 404, body: { error: 'Not found' } })).toHaveLength(3)
  })

  it('refuse an error that names another status than its own, as the document describes that member', () => {
    const [violation] = errorShape.judge(answerOf('getCategory', { status: 404, body: error(400) }))
    expect(violation).toMatchObject({ cause: 'status-member', actual: 'status = 400' })
    expect(violation?.severity).toBeUndefined()
  })
})

describe('response-headers', () => {
  it('asks for required ones, and for declared ones as declared', () => {
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
  ])('%s', (_, given, wanted) => {
    expect(judge(noContent, 'deletePet', given)).toEqual(wanted)
  })
})

describe('duplicate-keys', () => {
  it('finds a name twice in one object of a response', () => {
    const twice = answerOf('getCategory', { status: 200, text: '{"id":1,"name":"a","id":2}' })
    expect(causes(duplicateKeys.judge({ answer: twice }))).toEqual(['name:"id"'])
  })

  it('finds a request with a name twice that other operations refuse', () => {
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
  ])('finds a trace of %s', (_, message) => {
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

  it('lets pass what was sent itself', () => {
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

  it('asks for Allow with every declared method and without the refused one', () => {
    expect(ask(405, 'GET, HEAD, POST, OPTIONS')).toEqual([])
    expect(ask(405, undefined)).toEqual(['missing'])
    expect(ask(405, 'GET')).toEqual(['omits:POST'])
    expect(ask(405, 'GET, POST, PUT')).toEqual(['names-refused'])
  })

  it('asks nothing of a path that answers otherwise', () => {
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

  it('is content with the same fields', () => {
    expect(compare({ status: 200, headers: [json, tag, total, ['Content-Length', '2']] })).toEqual([])
  })

  it('finds another status, fields that differ, and another length', () => {
    expect(compare({ status: 404 })).toEqual(['status'])
    expect(compare({ status: 200, headers: [json, total] })).toEqual(['header:etag'])
    expect(compare({ status: 200, headers: [json, tag] })).toEqual(['header:x-total-count'])
    expect(compare({ status: 200, headers: [json, tag, total, ['Content-Length', '3']] })).toEqual([
      'header:content-length',
    ])
  })

  it('does not ask for HEAD where a server has none', () => {
    expect(compare({ status: 405 })).toEqual([])
  })
})
