import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, kept, note, text } from '../../../support/document-parts.ts'

const pin = {
  type: 'object',
  required: ['id', 'boardId'],
  properties: {
    id: { ...text, readOnly: true },
    boardId: text,
    status: { enum: ['placed', 'removed'], readOnly: true },
  },
}
const removal = { responses: { 204: { description: 'Gone' }, 404: { description: 'None' } } }
const onPin = { get: answer(200, pin), delete: removal }
const beside = { '/pins': kept(pin), '/pins/{id}': { ...at('id'), ...onPin } }
const ownPin = { ...pin, required: ['id'], properties: { id: pin.properties.id, note: text } }
const below = {
  '/boards/{id}/pins': { ...at('id'), ...kept(ownPin) },
  '/boards/{id}/pins/{pinId}': { ...at('id', 'pinId'), get: answer(200, ownPin), delete: removal },
}

const documentWith = (description: string, pins: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Pins', version: '1' },
  paths: {
    '/boards': kept(note),
    '/boards/{id}': {
      ...at('id'),
      get: answer(200, note),
      delete: {
        operationId: 'deleteBoard',
        description,
        responses: {
          204: { description: 'Gone' },
          404: { description: 'None' },
          409: { description: 'Conflict' },
        },
      },
    },
    ...pins,
  },
})

/** What is found of a service that keeps one rule, or none, and whose document states another. */
async function findingsOf(
  stated: string,
  observed: string,
  pins: object = beside,
): Promise<readonly string[]> {
  const { findings } = await runContract({
    document: documentWith(stated, pins),
    only: 'stateful/boards/referenced',
    include: ['deleteBoard'],
    target: await createMock({ document: documentWith(observed === '' ? 'Deletes it.' : observed, pins) }),
  })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

const rule = 'A board with pins cannot be deleted; 409.'

describe('a deletion that other records prevent', () => {
  it('is reported if it is accepted', async () => {
    expect(await findingsOf(rule, '')).toEqual([
      expect.stringMatching(/^invalid-refused deleteBoard.*a record that one of \/pins refers to/),
    ])
  })

  it('is reported if it is accepted while there are such records', async () => {
    const inside = 'Fails with 409 while there are pins or frames in it.'
    expect(await findingsOf(inside, '')).toHaveLength(1)
    expect(await findingsOf(inside, inside)).toEqual([])
  })

  it('need not be refused if only some of the records prevent it', async () => {
    expect(await findingsOf('A board with protected pins cannot be deleted; 409.', '')).toEqual([])
  })

  it('has no finding if it is refused', async () => {
    expect(await findingsOf(rule, rule)).toEqual([])
  })

  it('is reported for a record in one of the states that prevent it', async () => {
    const reported = [
      expect.stringMatching(/^invalid-refused deleteBoard.*a record that one of \/pins refers to/),
    ]
    expect(await findingsOf('Boards that have placed or fixed pins cannot be deleted.', '')).toEqual(reported)
    expect(await findingsOf('Boards that have removed pins cannot be deleted.', '')).toEqual([])
  })

  it('is reported for a record that is in the state that the description of the refusal names', async () => {
    const active = 'Deletes it. 409 if a pin is placed on the board.'
    expect(await findingsOf(active, '')).toHaveLength(1)
    expect(await findingsOf(active, active)).toEqual([])
    expect(await findingsOf('Deletes it. 409 if a pin is removed from the board.', '')).toEqual([])
  })

  it('is reported for a record that is in none of the states that do not prevent it', async () => {
    expect(await findingsOf('409 while the board has pins that are not removed.', '')).toHaveLength(1)
    expect(await findingsOf('409 while the board has pins that are not placed.', '')).toEqual([])
  })

  it('is reported for a record that goes on, of which the refusal names the participle', async () => {
    const rental = {
      ...pin,
      properties: { ...pin.properties, status: { enum: ['open', 'returned'], readOnly: true } },
    }
    const rentals = {
      '/rentals': kept(rental),
      '/rentals/{id}': { ...at('id'), get: answer(200, rental), delete: removal },
    }
    const rented = '409 if parts of the board are rented.'
    expect(await findingsOf(rented, '', rentals)).toHaveLength(1)
    expect(await findingsOf(rented, rented, rentals)).toEqual([])
  })

  it('is reported for records below the deleted one', async () => {
    expect(await findingsOf(rule, rule, below)).toEqual([])
    expect(await findingsOf(rule, '', below)).toEqual([
      expect.stringMatching(/^invalid-refused deleteBoard.*a record that one of \/boards\/pins refers to/),
    ])
  })

  it('is reported for each kind of records, although reading others requires some of another kind', async () => {
    const framed = {
      ...beside,
      '/frames': kept({ ...pin, properties: { id: pin.properties.id, boardId: text } }),
      '/frames/{id}': {
        ...at('id'),
        get: answer(200, { ...pin, properties: { id: pin.properties.id, boardId: text } }),
        delete: removal,
      },
      '/frames/{id}/pins': { ...at('id'), ...kept(ownPin) },
    }
    const both = 'A board with pins or frames cannot be deleted; 409.'
    expect(await findingsOf(both, both, framed)).toEqual([])
    expect(await findingsOf(both, 'A board with frames cannot be deleted; 409.', framed)).toEqual([
      expect.stringMatching(/^invalid-refused deleteBoard.*a record that one of \/pins refers to/),
    ])
  })
})

describe('an action that other records prevent', () => {
  const withClosing = (description: string): object => {
    const { paths, ...rest } = documentWith('Deletes it.', beside) as { readonly paths: object }
    const post = {
      operationId: 'closeBoard',
      description,
      ...answer(200, note, { 409: { description: 'No' } }),
    }
    return { ...rest, paths: { ...paths, '/boards/{id}/close': { ...at('id'), post } } }
  }
  const findingsWith = async (description: string, status: number): Promise<readonly string[]> => {
    const mock = await createMock({ document: withClosing('Closes it.') })
    const { findings } = await runContract({
      document: withClosing(description),
      only: 'stateful/boards/blocked',
      async target(request: Request) {
        const { origin, pathname } = new URL(request.url)
        if (!pathname.endsWith('/close')) return mock.fetch(request)
        const board = pathname.replace('/close', '')
        const pins = (await (await mock.fetch(new Request(`${origin}/pins`))).json()) as readonly {
          boardId: string
        }[]
        const isPinned = pins.some(({ boardId }) => board.endsWith(boardId))
        return isPinned && status !== 200
          ? new Response(null, { status })
          : mock.fetch(new Request(`${origin}${board}`))
      },
    })
    return findings.map(({ check, operation }) => `${check} ${operation}`)
  }

  it('is reported if it is accepted', async () => {
    const description = 'Closes it. Refused with 409 while a pin is placed on it.'
    expect(await findingsWith(description, 409)).toEqual([])
    expect(await findingsWith(description, 200)).toEqual(['invalid-refused closeBoard'])
  })

  it('may need them', async () => {
    expect(await findingsWith('Closes a board with pins, 409 otherwise.', 200)).toEqual([])
  })
})
