import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, sent } from '../../../support/document-parts.ts'

const text = { type: 'string' }
const status = { ...text, enum: ['requested', 'confirmed', 'done', 'cancelled'], readOnly: true }
const visitWith = (description: string) => ({
  type: 'object',
  required: ['id', 'note', 'status'],
  properties: { id: { ...text, readOnly: true }, note: text, status: { ...status, description } },
})
const draft = { type: 'object', required: ['note'], properties: { note: text }, additionalProperties: false }

/** What is to be done to a visit, the states it is done in by the document, and the one it leads to. */
const actions = {
  confirm: { from: ['requested'], to: 'confirmed', description: 'Only a `requested` visit can be confirmed' },
  finish: {
    from: ['confirmed'],
    to: 'done',
    description: 'Mark as done. Only a `confirmed` visit can be finished',
  },
  cancel: {
    from: ['requested', 'confirmed'],
    to: 'cancelled',
    description: 'Only a `requested` or `confirmed` visit can be cancelled',
  },
} as const
type Action = keyof typeof actions

const refused = { 409: { description: 'Conflict' } }
/** Visits whose first state is told by the operation that creates them, or by the property. */
const documentWith = (creates: string, visit = visitWith('')) => ({
  openapi: '3.1.0',
  info: { title: 'Visits', version: '1' },
  paths: {
    '/visits': { post: { description: creates, ...sent(draft), ...answer(201, visit) } },
    '/visits/{id}': { ...at('id'), get: answer(200, visit) },
    ...Object.fromEntries(
      Object.entries(actions).map(([name, { description }]) => [
        `/visits/{id}/${name}`,
        {
          ...at('id'),
          post: { description: `${description}; 409 otherwise.`, ...answer(200, visit, refused) },
        },
      ]),
    ),
  },
})

interface Visits {
  /** The state of a new one. */
  readonly first?: string
  /** The states that an action is taken from. */
  readonly from?: Partial<Record<Action, readonly string[]>>
  /** The state that an action leaves one in, and the one that it shows. */
  readonly left?: Partial<Record<Action, string>>
  readonly shown?: Partial<Record<Action, string>>
  /** Why it is refused. */
  readonly why?: (status: string) => string
}

const isAction = (name: string | undefined): name is Action =>
  name !== undefined && Object.hasOwn(actions, name)

/** What is found in visits that are kept so. */
async function findingsOf(
  { first = 'requested', from, left, shown, why = (state) => `It is ${state}.` }: Visits,
  document = documentWith('Status is `requested`.'),
) {
  const visits = new Map<string, { id: string; note: string; status: string }>()
  const { findings } = await runContract({
    document,
    only: 'stateful/visits/actions',
    async target(request: Request) {
      const [, , id = '', name] = new URL(request.url).pathname.split('/')
      if (request.method === 'POST' && id === '') {
        const body: unknown = await request.json().catch(() => undefined)
        const note = typeof body === 'object' && body !== null && 'note' in body ? body.note : undefined
        if (typeof note !== 'string' || Object.keys(body ?? {}).length > 1)
          return new Response(null, { status: 400 })
        const visit = { id: `v${String(visits.size + 1)}`, note, status: first }
        visits.set(visit.id, visit)
        return Response.json(visit, { status: 201 })
      }
      const visit = visits.get(id)
      if (!visit) return new Response(null, { status: 404 })
      if (!isAction(name)) return Response.json(visit)
      const isTaken = (from?.[name] ?? actions[name].from).some((status) => status === visit.status)
      if (!isTaken) return Response.json({ message: why(visit.status) }, { status: 409 })
      visits.set(id, { ...visit, status: left?.[name] ?? actions[name].to })
      return Response.json({ ...visit, status: shown?.[name] ?? left?.[name] ?? actions[name].to })
    },
  })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

it('has no finding for actions that do what the document says', async () => {
  expect(await findingsOf({})).toEqual([])
})

it.each([
  [
    'a new record is in another state',
    { first: 'confirmed' },
    /^states POST \/visits: .*status = requested.*confirmed/,
  ],
  [
    'an action succeeds again',
    { from: { confirm: ['requested', 'confirmed'] } },
    /confirm: .*in state status = confirmed to be refused/,
  ],
  [
    'an action succeeds too early',
    { from: { finish: ['requested', 'confirmed'] } },
    /finish: .*in state status = requested to be refused/,
  ],
  [
    'an action succeeds two steps later',
    { from: { cancel: ['requested', 'confirmed', 'done'] } },
    /cancel: .*in state status = done to be refused/,
  ],
  [
    'an action is refused in an allowed state',
    { from: { cancel: ['requested'] } },
    /cancel: .*in state status = confirmed to be accepted/,
  ],
  [
    'an action shows a state that is not stored',
    { left: { confirm: 'requested' }, shown: { confirm: 'confirmed' } },
    /confirm: .*status = confirmed, as in the response to the action/,
  ],
  [
    'an action changes nothing',
    { left: { finish: 'confirmed' } },
    /finish: .*status = done, as the document says/,
  ],
  [
    'an action leads to another state than the one that the document names',
    { left: { finish: 'cancelled' } },
    /finish: .*status = done, as the document says.*cancelled/,
  ],
  [
    'an action changes nothing whose name alone says what state it leads to',
    { left: { confirm: 'requested' } },
    /confirm: .*status = confirmed, as the document says/,
  ],
])('reports that %s', async (_, visits: Visits, expected) => {
  expect(await findingsOf(visits)).toContainEqual(expect.stringMatching(expected))
})

it('reports that a new record is in another state than the one that the description of the property names', async () => {
  const document = documentWith('Asks for a visit.', visitWith('Starts as `requested`.'))
  expect(await findingsOf({}, document)).toEqual([])
  expect(await findingsOf({ first: 'confirmed' }, document)).toContainEqual(
    expect.stringMatching(/^states POST \/visits: .*status = requested.*confirmed/),
  )
})

it('does not report a refusal whose reason is not the state', async () => {
  expect(await findingsOf({ from: { cancel: ['requested'] }, why: () => 'It is too late.' })).toEqual([])
})

it('objects to an action whose response shows the state before it', async () => {
  const found = await findingsOf({ shown: { confirm: 'requested' } })
  expect(found).toEqual([expect.stringMatching(/expected status = confirmed in the response to the action/)])
})
