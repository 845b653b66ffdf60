import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, ref } from '../../document-parts.ts'

const index = (name: string, minimum: number) => ({
  name,
  in: 'path',
  required: true,
  schema: { ...integer, minimum, maximum: minimum + 1 },
})
const two = { minItems: 2, maxItems: 2 }
const document = {
  openapi: '3.1.0',
  info: { title: 'Seats', version: '1' },
  paths: {
    '/seats': { get: answer(200, ref('Hall')) },
    '/seats/{row}/{place}': {
      parameters: [index('row', 1), index('place', 0)],
      get: answer(200, ref('Seat')),
      put: { requestBody: json(ref('Seat')), ...answer(200, ref('Hall')) },
    },
    '/lamps': { get: answer(200, object({ lamps: { ...list(ref('Lamp')), ...two } })) },
    '/lamps/{number}': {
      parameters: [index('number', 0)],
      put: { requestBody: json(ref('Lamp')), ...answer(200, ref('Lamp')) },
    },
  },
  components: {
    schemas: {
      Seat: { enum: ['free', 'taken'] },
      Hall: object({ seats: { ...list({ ...list(ref('Seat')), ...two }), ...two } }),
      Lamp: { type: 'boolean' },
    },
  },
}

describe('an element of an array that a path has the index of', () => {
  let send: Send
  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
  })
  const seats = async () => ((await send('GET', '/seats')).body as { seats: string[][] }).seats

  it('is set, and shown by itself and with all others', async () => {
    const before = await seats()
    for (const seat of ['taken', 'free', 'taken']) {
      const { body } = await send('PUT', '/seats/1/1', seat)
      expect(body).toEqual({ seats: [[before[0]?.[0], seat], before[1]] })
      expect(await seats()).toEqual([[before[0]?.[0], seat], before[1]])
      expect((await send('GET', '/seats/1/1')).body).toBe(seat)
    }
  })

  it('is shown alone where the response is nothing else', async () => {
    for (const lamp of [true, false]) {
      expect((await send('PUT', '/lamps/1', lamp)).body).toBe(lamp)
      expect((await send('GET', '/lamps')).body).toMatchObject({ lamps: [expect.any(Boolean), lamp] })
    }
  })

  it('does not exist beyond the end', async () => {
    expect((await send('GET', '/seats/3/0')).status).toBe(400)
  })
})
