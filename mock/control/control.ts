import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import { modelWith } from '../../spec/inference/plain-roles.ts'
import type { Json } from '../../spec/json.ts'
import { operationsOf } from '../../spec/operations.ts'
import { ok } from '../behaviour.ts'
import { createClock } from '../data/random.ts'
import { createEngine, type EngineOptions } from '../engine/create-engine.ts'
import { answer, refusal } from '../engine/pipeline.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import { refuseAccess, type Access } from './access.ts'
import { controlDocument } from './control-document.ts'
import { jsonAnswer, operation } from './describe.ts'
import type { Controlled, CreatePart, Part, Streams } from './part.ts'
import { parts } from './parts.ts'
import { controlPath } from './paths.ts'

/** The parts of the control API that only a server has. */
export interface Hosted {
  readonly parts: readonly CreatePart[]
  /** Returns a file of the console page by its path below `/_mock`. Undefined if there is none. */
  readonly page: (path: string) => Promise<HttpResponse | undefined>
}

export interface ControlOptions extends Access {
  readonly selfCheck: EngineOptions['selfCheck']
  readonly maxBody: number
  readonly report: (error: unknown) => void
}

export type Control = (request: HttpRequest) => Promise<HttpResponse>

/**
 * Creates the handler of `/_mock`. The control API is itself a mock, of its own OpenAPI document, with behaviours that
 * control the real one.
 */
export function createControl(controlled: Controlled, options: ControlOptions, hosted?: Hosted): Control {
  const allParts = [...parts, ...(hosted?.parts ?? [])].map((create) => create(controlled))
  const document = controlDocument([...allParts, documentPart], options.token !== undefined)
  const { engine } = createEngine({
    document,
    // Its parts have the behaviours of all operations.
    model: modelWith(operationsOf(document).operations, [], new Map()),
    seed: 1,
    clock: createClock(),
    store: createMemoryStore(),
    behaviours: {
      ...Object.assign({}, ...allParts.map(({ behaviours }) => behaviours)),
      getControlDocument: () => ok(200, document.root as unknown as Json),
    },
    linking: undefined,
    flattening: undefined,
    authenticators: undefined,
    cors: true,
    selfCheck: options.selfCheck,
    maxBody: options.maxBody,
    report: options.report,
    reportExample: () => {},
  })
  const streams = Object.assign({}, ...allParts.map((part) => part.streams)) as Streams
  return async (request) => {
    const path = request.path.slice(controlPath.length)
    const file = isGet(request) ? await hosted?.page(path) : undefined
    if (file !== undefined) return request.method === 'HEAD' ? { ...file, body: undefined } : file
    const refused = path === health ? undefined : refuseAccess(request, options)
    if (refused !== undefined) return refusal(engine, refused)
    const stream =
      request.method === 'GET' && Object.hasOwn(streams, path) ? streams[path]?.(request) : undefined
    return stream ?? answer(engine, request)
  }
}

/** Exempt from access control: probes come from any address and for any host name. */
const health = '/health'

const isGet = ({ method }: HttpRequest): boolean => method === 'GET' || method === 'HEAD'

/** Serves the control API's own OpenAPI document. */
const documentPart: Part = {
  paths: {
    '/control.json': {
      get: operation('getControlDocument', 'Document', {
        summary: 'Get this document',
        responses: { 200: jsonAnswer('The document, in OpenAPI 3.1.', { type: 'object' }) },
      }),
    },
  },
  behaviours: {},
}
