import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import { createClock } from '../data/random.ts'
import { createEngine } from '../engine/engine.ts'
import { answer, refusal } from '../engine/pipeline.ts'
import { createMemoryStore } from '../resources/store.ts'
import { refuseAccess, type Access } from './access.ts'
import { controlDocument } from './control-document.ts'
import type { Controlled } from './part.ts'
import { parts } from './parts.ts'
import { controlPath } from './paths.ts'

export interface ControlOptions extends Access {
  readonly selfCheck: boolean
  readonly report: (error: unknown) => void
}

export type Control = (request: HttpRequest) => Promise<HttpResponse>

/** Answers below `/_mock`: a mock of the control plane's own document, whose behaviours reach into the real one. */
export function createControl(controlled: Controlled, options: ControlOptions): Control {
  const made = parts.map((create) => create(controlled))
  const { engine } = createEngine({
    document: controlDocument(made, options.token !== undefined),
    seed: 1,
    clock: createClock(),
    store: createMemoryStore(),
    behaviours: Object.assign({}, ...made.map(({ behaviours }) => behaviours)),
    tokens: undefined,
    cors: true,
    selfCheck: options.selfCheck,
    report: options.report,
    reportExample: () => {},
  })
  return async (request) => {
    const refused = isOpen(request) ? undefined : refuseAccess(request, options)
    return refused === undefined ? answer(engine, request) : refusal(engine, refused)
  }
}

/** A probe comes from anywhere, and under any name. */
const isOpen = ({ path }: HttpRequest): boolean => path === `${controlPath}/health`
