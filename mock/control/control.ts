import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import type { Json } from '../../spec/json.ts'
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

/** What only a server has: more parts, and a page for people. */
export interface Hosted {
  readonly parts: readonly CreatePart[]
  /** A file of the page, by its path below `/_mock`; undefined when there is none. */
  readonly page: (path: string) => Promise<HttpResponse | undefined>
}

export interface ControlOptions extends Access {
  readonly selfCheck: EngineOptions['selfCheck']
  readonly maxBody: number
  readonly report: (error: unknown) => void
}

export type Control = (request: HttpRequest) => Promise<HttpResponse>

/** Answers below `/_mock`: a mock of the control plane's own document, whose behaviours reach into the real one. */
export function createControl(controlled: Controlled, options: ControlOptions, hosted?: Hosted): Control {
  const made = [...parts, ...(hosted?.parts ?? [])].map((create) => create(controlled))
  const document = controlDocument([...made, itself], options.token !== undefined)
  const { engine } = createEngine({
    document,
    seed: 1,
    clock: createClock(),
    store: createMemoryStore(),
    behaviours: {
      ...Object.assign({}, ...made.map(({ behaviours }) => behaviours)),
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
  const streams = Object.assign({}, ...made.map((part) => part.streams)) as Streams
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

/** A probe comes from anywhere, and under any name. */
const health = '/health'

const isGet = ({ method }: HttpRequest): boolean => method === 'GET' || method === 'HEAD'

/** What describes all the rest. */
const itself: Part = {
  paths: {
    '/control.json': {
      get: operation('getControlDocument', 'Document', {
        summary: 'This document',
        responses: { 200: jsonAnswer('As OpenAPI 3.1.', { type: 'object' }) },
      }),
    },
  },
  behaviours: {},
}
