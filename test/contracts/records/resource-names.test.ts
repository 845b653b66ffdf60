import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'

/** An API whose records are called by their paths, `zones/4/lamps/7` (google.aip.dev/122), and changed by a mask. */

const text = { type: 'string' }
const stamp = { type: 'string', format: 'date-time', readOnly: true }
const named = (path: string): object => ({ ...text, description: `The name. Format: ${path}` })
const lamp = {
  type: 'object',
  required: ['label'],
  properties: {
    name: named('zones/{zone}/lamps/{lamp}'),
    label: text,
    kind: { ...text, enum: ['KIND_UNSPECIFIED', 'WALL', 'CEILING'] },
    level: { type: 'integer', format: 'int32' },
    delay: { ...text, pattern: '^[0-9]{1,5}(\\.[0-9]{1,9})?s$' },
    twin: { ...text, description: 'The lamp beside it. Format: zones/{zone}/lamps/{lamp}' },
    state: { ...text, enum: ['STATE_UNSPECIFIED', 'ON', 'OFF'], readOnly: true },
    etag: text,
    deleteTime: stamp,
  },
}
const zone = { type: 'object', properties: { name: named('zones/{zone}') } }
const settings = {
  type: 'object',
  properties: { name: named('zones/{zone}/settings'), level: { type: 'integer', format: 'int32' } },
}
const job = {
  type: 'object',
  properties: { name: named('zones/{zone}/jobs/{job}'), done: { type: 'boolean' } },
}
const scene = { type: 'object', properties: { name: named('zones/{zone}/scenes/{scene}'), label: text } }
const records = { lamp, zone, settings, job, scene }
const shared = (name: keyof typeof records): object => ({ $ref: `#/components/schemas/${name}` })
const listOf = (plural: string, items: object): object => ({
  type: 'object',
  properties: { [plural]: { type: 'array', items }, nextPageToken: text },
})
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const sent = (schema: object): object => ({ requestBody: { required: true, ...json(schema) } })
const answers = (schema: object): object => ({
  responses: {
    200: { description: 'OK', ...json(schema) },
    default: {
      description: 'An error',
      ...json({ type: 'object', properties: { code: { type: 'integer' } } }),
    },
  },
})
const query = (name: string, schema: object = text, more: object = {}): object => ({
  name,
  in: 'query',
  schema,
  ...more,
})
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
const paging = { parameters: [query('pageSize', { type: 'integer' }), query('pageToken')] }
const mask = { parameters: [query('updateMask', { type: 'string', format: 'field-mask' })] }
const document = {
  openapi: '3.0.3',
  info: { title: 'Lamps', version: '1' },
  components: { schemas: records },
  paths: {
    '/v1/zones': {
      get: { operationId: 'listZones', ...paging, ...answers(listOf('zones', shared('zone'))) },
    },
    '/v1/zones/{zone}': { ...at('zone'), get: { operationId: 'getZone', ...answers(shared('zone')) } },
    '/v1/zones/{zone}/settings': {
      ...at('zone'),
      get: { operationId: 'getSettings', ...answers(shared('settings')) },
      patch: {
        operationId: 'updateSettings',
        ...mask,
        ...sent(shared('settings')),
        ...answers(shared('settings')),
      },
    },
    '/v1/zones/{zone}/lamps': {
      ...at('zone'),
      get: { operationId: 'listLamps', ...paging, ...answers(listOf('lamps', shared('lamp'))) },
      post: {
        operationId: 'createLamp',
        parameters: [query('lampId', text, { required: true })],
        ...sent(shared('lamp')),
        ...answers(shared('lamp')),
      },
    },
    '/v1/zones/{zone}/lamps/{lamp}': {
      ...at('zone', 'lamp'),
      get: {
        operationId: 'getLamp',
        parameters: [query('readMask', { type: 'string', format: 'field-mask' })],
        ...answers(shared('lamp')),
      },
      patch: { operationId: 'updateLamp', ...mask, ...sent(shared('lamp')), ...answers(shared('lamp')) },
      delete: { operationId: 'deleteLamp', ...answers(shared('lamp')) },
    },
    '/v1/zones/{zone}/lamps/{lamp}:switch': {
      ...at('zone', 'lamp'),
      post: { operationId: 'switchLamp', ...sent({ type: 'object' }), ...answers(shared('lamp')) },
    },
    '/v1/zones/{zone}/scenes': {
      ...at('zone'),
      get: { operationId: 'listScenes', ...paging, ...answers(listOf('scenes', shared('scene'))) },
      post: { operationId: 'createScene', ...sent(shared('scene')), ...answers(shared('job')) },
    },
    '/v1/zones/{zone}/scenes/{scene}': {
      ...at('zone', 'scene'),
      get: { operationId: 'getScene', ...answers(shared('scene')) },
    },
    '/v1/zones/{zone}/jobs': {
      ...at('zone'),
      get: { operationId: 'listJobs', ...paging, ...answers(listOf('jobs', shared('job'))) },
    },
    '/v1/zones/{zone}/jobs/{job}': {
      ...at('zone', 'job'),
      get: { operationId: 'getJob', ...answers(shared('job')) },
    },
  },
}

type Kept = Readonly<Record<string, string | number | boolean | undefined>>

const refused = (status: number): Response => Response.json({ code: 3 }, { status })
const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  kind: (value) => isText(value) && /^(?:KIND_UNSPECIFIED|WALL|CEILING)$/.test(String(value)),
  level: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  delay: (value) => isText(value) && /^\d{1,5}(?:\.\d{1,9})?s$/.test(String(value)),
}
const isText = (value: unknown): boolean => typeof value === 'string'
const isBroken = (body: Kept, names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(body, name) && !(types[name] ?? isText)(body[name]))

/** What has the value that its type begins with is not written, nor what is for the server alone. */
function shown(record: Kept): Kept {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== '' && value !== 0))
}

function lamps(defect = ''): (request: Request) => Promise<Response> {
  const records = new Map<string, Kept>([
    ['zones/north', { name: 'zones/north' }],
    ['zones/north/settings', { name: 'zones/north/settings', level: 3 }],
  ])
  let count = 0
  const pageOf = (query: URLSearchParams, parent: string, plural: string): Response => {
    const size = query.get('pageSize') ?? '0'
    const rows = [...records.values()].filter(({ name, deleteTime }) => {
      const [own, id = ''] = String(name).split(`${parent}${plural}/`)
      return own === '' && id !== '' && !id.includes('/') && deleteTime === undefined
    })
    const start = Number(query.get('pageToken') ?? '0')
    if (!/^\d{1,10}$/.test(size) || !Number.isInteger(start)) return refused(400)
    const end = start + Math.min(Number(size) || 50, 1000)
    const next = end < rows.length ? { nextPageToken: String(end) } : {}
    const part = rows.slice(start, end).map(shown)
    return Response.json({ ...(part.length > 0 && { [plural]: part }), ...next })
  }
  const stamped = (record: Kept): Kept => ({ ...record, etag: `"${String((count += 1))}"` })
  const write = (before: Kept, body: Kept, names: readonly string[]): Kept | undefined => {
    const next = { ...before }
    for (const name of names)
      if (!/^(?:name|etag|state|deleteTime)$/.test(name)) next[name] = body[name] ?? ''
    const delay = String(next['delay'] ?? '')
      .replace(/(\.\d*?)0+s$|\.?s$/, '$1s')
      .replace('.s', 's')
    const isThere = next['twin'] === undefined || next['twin'] === '' || records.has(String(next['twin']))
    return isThere ? { ...next, ...(next['delay'] !== undefined && { delay }) } : undefined
  }
  const post = (path: string, query: URLSearchParams, body: Kept): Response => {
    const [zones, north, plural] = path.split('/')
    const parent = `${String(zones)}/${String(north)}`
    if (path.endsWith(':switch')) {
      const name = path.replace(/:switch$/, '')
      const parent = records.get(name)
      if (!parent || parent['deleteTime'] !== undefined) return refused(404)
      const state = parent['state'] === 'ON' ? 'OFF' : 'ON'
      records.set(name, stamped({ ...parent, state }))
      return Response.json(shown(records.get(name) ?? {}))
    }
    if (!records.has(parent)) return refused(404)
    if (plural === 'scenes') {
      const name = `${parent}/scenes/s${String((count += 1))}`
      setTimeout(() => records.set(name, { ...body, name }), 5)
      records.set(`${parent}/jobs/j${String(count)}`, {
        name: `${parent}/jobs/j${String(count)}`,
        done: false,
      })
      return Response.json({ name: `${parent}/jobs/j${String(count)}`, done: false })
    }
    const id = query.get('lampId') ?? ''
    const name = `${parent}/lamps/${id}`
    if (plural !== 'lamps' || !/^[a-z][a-z0-9]{3,62}$/.test(id) || !body['label']) return refused(400)
    if (records.has(name)) return refused(409)
    const created = write({ name, state: 'OFF' }, body, Object.keys(body))
    if (!created) return refused(400)
    records.set(name, stamped({ ...created, kind: created['kind'] === 'CEILING' ? 'CEILING' : 'WALL' }))
    return Response.json(shown(records.get(name) ?? {}))
  }
  const patch = (name: string, query: URLSearchParams, body: Kept): Response => {
    const record = records.get(name)
    if (!record || record['deleteTime'] !== undefined) return refused(404)
    if (body['etag'] !== undefined && body['etag'] !== record['etag']) return refused(409)
    const given = query.get('updateMask')
    const names =
      given?.split(',') ?? Object.keys(body).filter((field) => body[field] !== '' && body[field] !== 0)
    const own = name.endsWith('/settings') ? settings.properties : lamp.properties
    if (!names.every((field) => Object.hasOwn(own, field))) return refused(400)
    const next = write(record, body, names)
    if (!next || next['label'] === '') return refused(400)
    const kind = next['kind'] === 'KIND_UNSPECIFIED' || next['kind'] === '' ? { kind: 'WALL' } : {}
    const changed = name.endsWith('/settings') ? next : stamped({ ...next, ...kind })
    if (defect !== 'update') records.set(name, changed)
    return Response.json(shown(changed))
  }
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (/%(?![\da-f]{2})/i.test(pathname) || /%(?:[89a-f][\da-f])/i.test(pathname)) return refused(400)
    const path = decodeURIComponent(pathname).replace('/v1/', '')
    const { method } = request
    if (!/^(?:GET|POST|PATCH|DELETE)$/.test(method)) return new Response(null, { status: 501 })
    let body: Kept = {}
    try {
      if (method === 'POST' || method === 'PATCH') body = (await request.json()) as Kept
    } catch {
      return refused(400)
    }
    if (
      typeof body !== 'object' ||
      (body as Kept | null) === null ||
      Array.isArray(body) ||
      isBroken(body, Object.keys(lamp.properties))
    )
      return refused(400)
    const names = path.endsWith('/scenes')
      ? scene.properties
      : path.endsWith(':switch')
        ? {}
        : lamp.properties
    if (!Object.keys(body).every((name) => Object.hasOwn(names, name))) return refused(400)
    const [, parent = '', plural = ''] = /^(zones\/[^/]+\/|)(zones|lamps|scenes|jobs)$/.exec(path) ?? []
    if (method === 'GET' && plural !== '')
      return parent === '' || records.has(parent.slice(0, -1))
        ? pageOf(searchParams, parent, plural)
        : refused(404)
    if (method === 'POST') return post(path, searchParams, body)
    if (method === 'PATCH') return patch(path, searchParams, body)
    const record = records.get(path)
    if (!record || (method === 'DELETE' && (record['deleteTime'] !== undefined || !path.includes('/lamps/'))))
      return refused(404)
    if (method === 'DELETE') records.set(path, stamped({ ...record, deleteTime: '2030-01-01T00:00:00Z' }))
    const only = searchParams.get('readMask')?.split(',')
    if (only?.some((name) => !Object.hasOwn(lamp.properties, name))) return refused(400)
    const all = Object.entries(shown(records.get(path) ?? {}))
    return Response.json(
      Object.fromEntries(all.filter(([name]) => only === undefined || only.includes(name))),
    )
  }
}

const findingsOf = async (defect?: string): Promise<readonly string[]> => {
  const { findings, summary } = await runContract({ document, target: lamps(defect) })
  expect(summary.covered).toBeGreaterThan(summary.operations - 2)
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

it('finds all records whose ids are their paths, and reports nothing', async () => {
  expect(await findingsOf()).toEqual([])
})

it('reports a lost update of a record whose id is its path', async () => {
  expect(await findingsOf('update')).toContainEqual(expect.stringMatching(/^update-visible updateLamp/))
})
