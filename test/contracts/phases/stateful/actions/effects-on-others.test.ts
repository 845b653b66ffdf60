import { describe, expect, it } from 'vitest'
import type { ReportedFinding } from '../../../../../contracts/findings/report.ts'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, listOf, sent, text } from '../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const room = {
  type: 'object',
  required: ['id', 'name', 'status', 'stayCount'],
  properties: {
    id,
    name: { ...text, minLength: 1, maxLength: 30 },
    status: { ...text, enum: ['available', 'occupied'], readOnly: true },
    stayCount: { type: 'integer', readOnly: true },
  },
}
const booking = {
  type: 'object',
  required: ['id', 'roomId', 'note'],
  properties: { id, roomId: text, note: text },
}
const documentWith = (description: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Bookings', version: '1' },
  paths: {
    '/rooms': kept(room),
    '/rooms/{id}': { ...at('id'), get: answer(200, room), delete: gone },
    '/bookings': { get: listOf(booking), post: { ...sent(booking), ...answer(201, booking) } },
    '/bookings/{id}': { ...at('id'), get: answer(200, booking), delete: gone },
    '/bookings/{id}/check-in': {
      ...at('id'),
      post: { operationId: 'checkIn', description, ...answer(200, booking) },
    },
  },
})

interface Room {
  readonly id: string
  readonly status: string
  readonly stayCount: number
}

/** What is found of a service in which checking in does this to the room. */
async function findingsOf(
  description: string,
  affect: (room: Room) => Partial<Room>,
): Promise<readonly ReportedFinding[]> {
  const document = documentWith(description)
  const mock = await createMock({ document, world: 'empty' })
  const changed = new Map<string, Partial<Room>>()
  const { findings } = await runContract({
    document,
    only: 'stateful/bookings/effects',
    include: ['checkIn'],
    async target(request: Request) {
      const url = new URL(request.url)
      const shown = (found: Room): Room => ({
        ...found,
        status: 'available',
        stayCount: 0,
        ...changed.get(found.id),
      })
      const response = await mock.fetch(request.clone())
      if (!response.ok || request.method === 'DELETE') return response
      if (url.pathname.endsWith('/check-in')) {
        const { roomId } = (await response.clone().json()) as { readonly roomId: string }
        const before = await mock.fetch(new Request(new URL(`/rooms/${roomId}`, url)))
        if (before.ok) changed.set(roomId, affect(shown((await before.json()) as Room)))
      }
      if (!url.pathname.startsWith('/rooms') || request.method === 'HEAD') return response
      const body = (await response.json()) as Room | readonly Room[]
      return Response.json(Array.isArray(body) ? body.map(shown) : shown(body as Room), response)
    },
  })
  return findings.filter(({ check }) => check === 'states')
}

describe('what an action does to a record that its own refers to', () => {
  it.each([
    ['Their room is `occupied` from then on.', { status: 'occupied' }],
    ['Checks in, and sets the room to `occupied`.', { status: 'occupied' }],
    ["The room's `stayCount` goes up by one.", { stayCount: 1 }],
  ])('has to happen: %s', async (description, effect) => {
    expect(await findingsOf(description, () => effect)).toEqual([])
    expect(await findingsOf(description, () => ({}))).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/(?:status|stayCount) of \/rooms = .* as the document says/),
      }),
    ])
  })

  it('is read of the record that the commands of a finding create', async () => {
    const [finding] = await findingsOf("The room's `stayCount` goes up by one.", () => ({}))
    const commands = finding?.curl.split('\n') ?? []
    expect(commands[0]).toMatch(/^id1=\$\(curl -s -X POST \S+\/rooms /)
    expect(commands.at(-1)).toMatch(/^curl -i \S+\/rooms\/"\$id1" /)
  })

  it.each(['The room is `occupied` if the guest has paid.', 'The room may be `occupied`.'])(
    'need not happen if that depends: %s',
    async (description) => {
      expect(await findingsOf(description, () => ({}))).toEqual([])
    },
  )
})
