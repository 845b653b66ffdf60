import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, text } from '../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const documentWith = (description: string): object => {
  const board = {
    type: 'object',
    required: ['id', 'title', 'pinCount'],
    properties: { id, title: text, pinCount: { type: 'integer', readOnly: true, description } },
  }
  const pin = {
    type: 'object',
    required: ['id', 'boardId'],
    properties: { id, boardId: text, isFixed: { type: 'boolean' } },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Boards', version: '1' },
    paths: {
      '/boards': kept(board),
      '/boards/{id}': { ...at('id'), get: answer(200, board), delete: gone },
      '/pins': kept(pin),
      '/pins/{id}': { ...at('id'), get: answer(200, pin), delete: gone },
    },
  }
}

interface Pin {
  readonly boardId: string
  readonly isFixed?: boolean
}

/** What is found of a service whose boards count pins as `count` says, given the ids of the boards of all pins. */
const findingsOf = (
  description: string,
  count: (board: string, boards: readonly string[]) => number,
): Promise<readonly string[]> =>
  findingsOfPins(description, (board, pins) =>
    count(
      board,
      pins.map(({ boardId }) => boardId),
    ),
  )

/** The same, given all pins. */
async function findingsOfPins(
  description: string,
  count: (board: string, pins: readonly Pin[]) => number,
): Promise<readonly string[]> {
  const document = documentWith(description)
  const { fetch } = await createMock({ document })
  const { findings } = await runContract({
    document,
    only: 'stateful/*/counts',
    include: ['GET /boards/{id}'],
    async target(request: Request) {
      const response = await fetch(request)
      const { pathname, origin } = new URL(request.url)
      if (!/^\/boards\/[^/]+$/.test(pathname) || request.method !== 'GET' || !response.ok) return response
      const pins = (await (await fetch(new Request(`${origin}/pins`))).json()) as readonly Pin[]
      const board = (await response.json()) as { id: string }
      return Response.json({ ...board, pinCount: count(board.id, pins) })
    },
  })
  return findings.flatMap(({ check, message }) => (check === 'aggregate' ? [message] : []))
}

const right = (board: string, boards: readonly string[]): number =>
  boards.filter((each) => each === board).length

describe.each(['Number of pins on this board.', 'How many pins the board has.'])(
  'a number of the records that refer to a record: %s',
  (described) => {
    it('has no finding if it follows', async () => {
      expect(await findingsOf(described, right)).toEqual([])
    })

    it.each([
      ['stays', () => 0],
      ['counts those of other records', (_: string, boards: readonly string[]) => boards.length],
    ])('is reported if it %s', async (_, wrong) => {
      expect(await findingsOf(described, wrong)).toEqual([
        expect.stringMatching(/pinCount of \/boards is the number of \/pins/),
      ])
    })

    it.each([
      'Number of pins that are worn.',
      'Number of worn pins.',
      'How many worn pins it has.',
      'Pins that are allowed.',
    ])('may be another one by its description: %s', async (description) => {
      expect(await findingsOf(description, () => 0)).toEqual([])
    })
  },
)

it('records in a state are counted by it', async () => {
  const count = (board: string, pins: readonly Pin[]): number =>
    pins.filter(({ boardId, isFixed = false }) => boardId === board && isFixed).length
  const described = 'Number of fixed pins on this board.'
  expect(await findingsOfPins(described, count)).toEqual([])
  expect(await findingsOfPins(described, () => 0)).toEqual([
    expect.stringMatching(/pinCount of \/boards is the number of \/pins with isFixed = true/),
  ])
})

it('records in all states are counted by it', async () => {
  const described = 'Number of pins on this board, fixed ones included.'
  expect(await findingsOf(described, right)).toEqual([])
  expect(await findingsOf(described, () => 0)).toEqual([
    expect.stringMatching(/pinCount of \/boards is the number of \/pins/),
  ])
})

it('records that are not in a state are counted by it', async () => {
  const count = (board: string, pins: readonly Pin[], isOf: (fixed: boolean) => boolean): number =>
    pins.filter(({ boardId, isFixed = false }) => boardId === board && isOf(isFixed)).length
  const findingsWith = (isOf: (fixed: boolean) => boolean) =>
    findingsOfPins('Number of pins that are not fixed.', (board, pins) => count(board, pins, isOf))
  expect(await findingsWith((isFixed) => !isFixed)).toEqual([])
  expect(await findingsWith(() => true)).toEqual([
    expect.stringMatching(/pinCount of \/boards is the number of \/pins with isFixed ≠ true/),
  ])
})
