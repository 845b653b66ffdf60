import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

/** Coupons, whose create may be refused for that. */
async function coupons(refusal: string, summary = 'Make a coupon', status = 409): Promise<Send> {
  const coupon = object({ id: { ...text, readOnly: true }, code: text, note: text })
  const post = {
    summary,
    requestBody: json(object({ code: text, note: text })),
    responses: {
      201: { description: 'Made', ...json(coupon) },
      [status]: { description: refusal },
    },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Coupons', version: '1' },
    paths: { '/coupons': { get: answer(200, list(coupon)), post } },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

it.each([
  ['The code exists', undefined],
  ['There is another coupon with that code.', undefined],
  ['The shop already has a coupon of this code.', undefined],
  ['Conflict', 'Make a coupon. 409 when its code is taken.'],
])('refuses a second record with the same value where the document says: %s', async (refusal, summary) => {
  const send = await coupons(refusal, summary)
  const post = async (code: string) => (await send('POST', '/coupons', { code, note: 'once' })).status
  expect([await post('SAVE10'), await post('SAVE10'), await post('SAVE20')]).toEqual([201, 409, 201])
})

it('refuses it with 400 where that is the status with the description', async () => {
  const send = await coupons('A coupon with this code exists already', undefined, 400)
  const post = async () => (await send('POST', '/coupons', { code: 'SAVE10', note: 'once' })).status
  expect([await post(), await post()]).toEqual([201, 400])
})

it.each(['It exists already', 'The shop with this code does not exist', 'The code is too long'])(
  'accepts a second record with the same value where the document says: %s',
  async (refusal) => {
    const send = await coupons(refusal)
    const post = async () => (await send('POST', '/coupons', { code: 'SAVE10', note: 'once' })).status
    expect([await post(), await post()]).toEqual([201, 201])
  },
)

it('refuses a value of each property that the document names', async () => {
  const send = await coupons('A coupon with this code or note exists')
  const post = async (code: string, note: string) => (await send('POST', '/coupons', { code, note })).status
  expect([await post('A', 'x'), await post('A', 'y'), await post('B', 'x'), await post('B', 'y')]).toEqual([
    201, 409, 409, 201,
  ])
})

it('refuses an id that is taken with 400 where no other status is declared', async () => {
  const room = object({ code: text, name: text })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Rooms', version: '1' },
    paths: {
      '/rooms': {
        post: {
          requestBody: json(room),
          responses: { 201: { description: 'Made', ...json(room) }, 400: { description: 'Bad request' } },
        },
      },
      '/rooms/{code}': {
        parameters: [{ name: 'code', in: 'path', required: true, schema: text }],
        get: answer(200, room),
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const post = async () => (await send('POST', '/rooms', { code: 'A1', name: 'West' })).status
  expect([await post(), await post()]).toEqual([201, 400])
})

describe('a unique property', () => {
  const note = object({ id: { ...text, readOnly: true }, title: text })
  const saved = (status: number): object => ({
    requestBody: json(note),
    responses: { [status]: { description: 'Saved', ...json(note) }, 409: { description: 'Conflict' } },
  })

  async function notes(rule: string): Promise<Send> {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Notes', version: '1' },
      paths: {
        '/notes': { get: answer(200, list(note)), post: { description: rule, ...saved(201) } },
        '/notes/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          get: answer(200, note),
          put: saved(200),
        },
      },
    }
    return clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  }

  const idOfNew = async (send: Send, title: string): Promise<string> => {
    const { status, body } = await send('POST', '/notes', { title })
    expect(status).toBe(201)
    return (body as { readonly id: string }).id
  }

  it('is checked on an update that may be refused, even if only the creation tells of it', async () => {
    const send = await notes('409 if the title is taken.')
    await idOfNew(send, 'Alpha')
    const other = await idOfNew(send, 'Beta')
    const changed = async (title: string) => (await send('PUT', `/notes/${other}`, { title })).status
    expect([await changed('Alpha'), await changed('Beta'), await changed('Gamma')]).toEqual([409, 200, 200])
  })

  it('is checked on update, ignoring the record itself', async () => {
    const send = await notes('The title must be unique; 409 otherwise.')
    await idOfNew(send, 'Alpha')
    const other = await idOfNew(send, 'Beta')
    expect(await send('PUT', `/notes/${other}`, { title: 'Alpha' })).toMatchObject({ status: 409 })
    expect(await send('PUT', `/notes/${other}`, { title: 'Beta' })).toMatchObject({ status: 200 })
  })

  it('is compared without case where the document says so', async () => {
    const send = await notes('The title must be unique, regardless of case.')
    await idOfNew(send, 'Alpha')
    expect(await send('POST', '/notes', { title: 'ALPHA' })).toMatchObject({ status: 409 })
  })
})

/** The statuses of two creations with the same value of this property, which the document says nothing of. */
async function twice(property: string, refusal: string): Promise<readonly number[]> {
  const site = object({ id: { ...text, readOnly: true }, [property]: text })
  const responses = {
    201: { description: 'Made', ...json(site) },
    409: { description: refusal },
  }
  const post = { requestBody: json(object({ [property]: text })), responses }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Sites', version: '1' },
    paths: { '/sites': { get: answer(200, list(site)), post } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const create = async () => (await send('POST', '/sites', { [property]: 'same' })).status
  return [await create(), await create()]
}

it.each([
  ['host', 'Conflict'],
  ['slug', 'Problem'],
  ['name', 'The site exists already'],
  ['name', 'Duplicate'],
])('takes the %s for what a conflict without a reason is about: %s', async (property, refusal) => {
  expect(await twice(property, refusal)).toEqual([201, 409])
})

it.each([
  ['name', 'Conflict'],
  ['title', 'The site exists already'],
  ['host', 'The plan does not include another site'],
])('accepts a second %s where the conflict may be another one: %s', async (property, refusal) => {
  expect(await twice(property, refusal)).toEqual([201, 201])
})
