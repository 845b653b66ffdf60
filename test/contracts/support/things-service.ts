import type { FetchHandler } from '../../../contracts/client/fetch-client.ts'
import { isDate } from '../../../spec/validation/formats.ts'

export interface Thing {
  readonly id: string
  readonly name: string
  readonly amount?: number
  readonly due?: string
  readonly status: 'active' | 'closed'
  readonly deleted?: boolean
}

type Body = Readonly<Record<string, unknown>>

/** What one service does in its own way; the rest is as usual. */
export interface Ways {
  /** More responses of an operation than the document has by itself. */
  readonly declares?: Readonly<Record<string, object>>
  readonly newId?: (count: number) => string
  /** What is kept of a body. */
  readonly keeps?: (body: Body) => Body
  /** What is shown of a record. */
  readonly shows?: (thing: Thing) => object
  readonly list?: (things: readonly Thing[]) => unknown
  readonly created?: (thing: Thing) => Response
  readonly updated?: (thing: Thing) => Response
  /** What stands for a record that was deleted; undefined for one that was never there. */
  readonly missing?: (deleted: Thing | undefined) => Response
  /** What was deleted is still there, and marked. */
  readonly isKept?: boolean
  readonly putCreates?: boolean
  readonly refused?: (message: string) => Response
  /** May answer in place of the service. */
  readonly before?: (request: Request) => Response | undefined
  readonly after?: (response: Response, request: Request) => Response | Promise<Response>
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(value, { status, headers })

const content = (schema: object): object => ({ 'application/json': { schema } })
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const refusal = { description: 'refused', content: content(ref('Problem')) }

const properties = {
  name: { type: 'string', minLength: 1, maxLength: 40 },
  amount: { type: 'number', minimum: 0, maximum: 1000 },
  due: { type: 'string', format: 'date-time' },
  status: { type: 'string', enum: ['active', 'closed'] },
}

/** A document of things; `declares` has further responses by operation id. */
export function thingsDocument(declares: Ways['declares'] = {}): object {
  const body = { required: true, content: content(ref('NewThing')) }
  const responses = (id: string, own: object): object => ({ ...own, '400': refusal, ...declares[id] })
  const oneThing = { '200': { description: 'ok', content: content(ref('Thing')) }, '404': refusal }
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          parameters: [{ name: 'status', in: 'query', schema: properties.status }],
          responses: responses('listThings', {
            '200': { description: 'ok', content: content({ type: 'array', items: ref('Thing') }) },
          }),
        },
        post: {
          operationId: 'createThing',
          requestBody: body,
          responses: responses('createThing', {
            '201': { description: 'made', content: content(ref('Thing')) },
          }),
        },
      },
      '/things/{thingId}': {
        parameters: [{ name: 'thingId', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getThing', responses: responses('getThing', oneThing) },
        put: { operationId: 'putThing', requestBody: body, responses: responses('putThing', oneThing) },
        patch: {
          operationId: 'patchThing',
          requestBody: { required: true, content: content({ type: 'object', properties }) },
          responses: responses('patchThing', oneThing),
        },
        delete: {
          operationId: 'deleteThing',
          responses: responses('deleteThing', { '204': { description: 'gone' }, '404': refusal }),
        },
      },
    },
    components: {
      schemas: {
        NewThing: { type: 'object', required: ['name'], properties },
        Thing: {
          type: 'object',
          required: ['id', 'name', 'status'],
          properties: {
            id: { type: 'string', readOnly: true },
            ...properties,
            deleted: { type: 'boolean', readOnly: true },
          },
        },
        Problem: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
      },
    },
  }
}

const isDateTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i.test(
    value,
  ) &&
  isDate(value.slice(0, 10))

const accepts: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: (value) => typeof value === 'string' && value !== '' && [...value].length <= 40,
  amount: (value) => typeof value === 'number' && value >= 0 && value <= 1000,
  due: isDateTime,
  status: (value) => value === 'active' || value === 'closed',
}

/** What is wrong with a body; undefined when nothing is. */
function wrong(body: unknown, isWhole: boolean): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'That is no thing.'
  if (isWhole && !Object.hasOwn(body, 'name')) return 'It has no name.'
  const bad = Object.entries(body).find(([name, value]) => accepts[name]?.(value) === false)
  return bad && `${bad[0]} is not right.`
}

/** A service of things that keeps its contract, in those ways. */
export function thingsService(ways: Ways): FetchHandler {
  const things = new Map<string, Thing>()
  const deleted = new Map<string, Thing>()
  let count = 0
  const refuse = ways.refused ?? ((message: string): Response => json(400, { message }))
  const missing = ways.missing ?? ((): Response => json(404, { message: 'There is no such thing.' }))
  const shown = ways.shows ?? ((thing: Thing): object => thing)
  const keep = (id: string, body: Body, base?: Thing): Thing => {
    const known = Object.entries(body).filter(([name]) => Object.hasOwn(accepts, name))
    const kept = ways.keeps?.(Object.fromEntries(known)) ?? Object.fromEntries(known)
    const thing = { status: 'active', ...base, ...kept, id } as Thing
    things.set(id, thing)
    return thing
  }
  const create = (body: Body): Response => {
    count += 1
    const thing = keep(ways.newId?.(count) ?? `t-${String(count)}`, body)
    return ways.created?.(thing) ?? json(201, shown(thing), { location: `/things/${thing.id}` })
  }
  const list = (query: URLSearchParams): Response => {
    const status = query.get('status')
    if (status !== null && !accepts['status']?.(status)) return refuse('That is no status.')
    const listed = [...things.values()].filter((thing) => status === null || thing.status === status)
    return json(200, ways.list?.(listed) ?? listed.map(shown))
  }
  const change = (id: string, body: Body, isWhole: boolean): Response => {
    const thing = keep(id, body, isWhole ? undefined : things.get(id))
    return ways.updated?.(thing) ?? json(200, shown(thing))
  }
  const item = async (request: Request, id: string): Promise<Response> => {
    const thing = things.get(id)
    const isPut = request.method === 'PUT'
    if (!thing && deleted.has(id) && ways.isKept)
      return request.method === 'DELETE'
        ? new Response(null, { status: 204 })
        : json(200, { ...deleted.get(id), deleted: true })
    if (!thing && !(isPut && ways.putCreates && !deleted.has(id))) return missing(deleted.get(id))
    if (request.method === 'GET' || request.method === 'HEAD') return json(200, shown(thing as Thing))
    if (request.method === 'DELETE') {
      things.delete(id)
      deleted.set(id, thing as Thing)
      return new Response(null, { status: 204 })
    }
    const body: unknown = await request.json().catch(() => undefined)
    const bad = wrong(body, isPut)
    if (bad !== undefined) return refuse(bad)
    const answer = change(id, body as Body, isPut)
    return thing ? answer : json(201, shown(things.get(id) as Thing))
  }
  const answer = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const { method, headers } = request
    const id = /^\/things\/([^/]+)$/.exec(pathname)?.[1]
    if (pathname !== '/things' && id === undefined) return json(404, { message: 'There is nothing.' })
    const allowed = id === undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']
    if (!allowed.includes(method)) return json(405, { message: 'Not so.' }, { allow: allowed.join(', ') })
    const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
    if (hasBody && !/^application\/json\b/.test(headers.get('content-type') ?? ''))
      return refuse('That is no JSON.')
    if (id !== undefined) return item(request, decoded(id))
    if (method !== 'POST') return list(searchParams)
    const body: unknown = await request.json().catch(() => undefined)
    const bad = wrong(body, true)
    return bad === undefined ? create(body as Body) : refuse(bad)
  }
  return async (request) => {
    const response = ways.before?.(request) ?? (await answer(request))
    const full = ways.after ? await ways.after(response, request) : response
    return request.method === 'HEAD'
      ? new Response(null, { status: full.status, headers: full.headers })
      : full
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
