import { expect, it } from 'vitest'
import { answers, body, check, empty, type ReceivedRequest } from '../support/code-first-api.ts'

const word = { type: 'string', minLength: 1, maxLength: 20 }
const kernel = {
  type: 'object',
  required: ['id', 'state'],
  properties: { id: word, state: word },
}
const session = (embedded: object): object => ({
  type: 'object',
  required: ['id', 'name', 'kernel'],
  properties: { id: { ...word, readOnly: true }, name: word, kernel: embedded },
})
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const resource = (name: string, record: object, created: object): object => ({
  [`/${name}`]: {
    get: answers(200, { type: 'array', items: record }),
    post: { ...created, ...answers(201, record) },
  },
  [`/${name}/{id}`]: { parameters: [id], get: answers(200, record) },
})

/** Sessions that show the state of the kernel, which goes on working, or else what `shows` makes of it. */
function sessions(shows: (kernel: object) => object): (request: ReceivedRequest) => Response {
  const all = new Map<string, Record<string, unknown>>()
  return ({ method, path, body: sent }) => {
    const [, name = '', id] = path.split('/')
    if (method === 'POST') {
      if (name === 'sessions' && typeof sent['name'] !== 'string') return empty(400)
      const key = `${name[0] ?? ''}${String(all.size)}`
      all.set(key, name === 'kernels' ? { id: key, state: 'starting' } : { ...sent, id: key })
      return Response.json(all.get(key), { status: 201 })
    }
    if (!/GET|HEAD/.test(method)) return empty(405)
    const shown = [...all.entries()]
      .filter(([key]) => key.startsWith(name[0] ?? ''))
      .map(([, record]) =>
        'kernel' in record ? { ...record, kernel: shows(Object(record['kernel'])) } : record,
      )
    const found = shown.find((each) => each['id'] === id)
    return id === undefined ? Response.json(shown) : found ? Response.json(found) : empty(404)
  }
}

const lost = async (shows: (kernel: object) => object): Promise<readonly string[]> => {
  const paths = {
    ...resource('kernels', kernel, {}),
    ...resource('sessions', session(kernel), body(session(kernel))),
  }
  const { findings } = await check(paths, sessions(shows), ['stateful'])
  return findings.filter((line) => /^(?:created-(?:readable|listed)|safe-methods): /.test(line))
}

it('expects of a record that another one embeds only its id as it was sent', async () => {
  expect(await lost((kernel) => ({ ...kernel, state: 'idle' }))).toEqual([])
})

it('reports that a record embeds another one than was sent', async () => {
  expect(await lost((kernel) => ({ ...kernel, id: 'k999' }))).toEqual([
    expect.stringMatching(/kernel\.id = .*, as sent; got "k999"/),
  ])
})

it('takes no change of a record that another one embeds for an effect of reading', async () => {
  let reads = 0
  expect(await lost((kernel) => ({ ...kernel, state: `working since ${String((reads += 1))}` }))).toEqual([])
})
