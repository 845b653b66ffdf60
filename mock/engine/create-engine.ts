import type { Document, Operation } from '../../spec/document.ts'
import { operationsOf } from '../../spec/operations.ts'
import { createBrokenPathLookup } from '../../spec/problems/unservable.ts'
import { createRouter, type EncodeNames } from '../../spec/routes.ts'
import { createValidator } from '../../spec/validate.ts'
import type { Behaviour, Behaviours } from '../behaviour.ts'
import { createExamples, type InvalidExample } from '../data/document-examples.ts'
import { createFake } from '../data/fake.ts'
import { createRandom, type Clock, type Random } from '../data/random.ts'
import { createCrud } from '../resources/crud.ts'
import { loadedOnce } from '../resources/loaded-once.ts'
import type { CrudOptions } from '../resources/options.ts'
import type { Store } from '../store/store.ts'
import type { Authenticators } from './authentication/authenticate.ts'
import { basePathsOf } from './base-path.ts'
import { createPlans } from './create-plans.ts'
import type { Journal } from './diagnostics/journal.ts'
import type { Engine, SelfCheck } from './engine.ts'
import type { ErrorWriterOptions } from './errors/error-format.ts'
import type { ErrorWriter } from './errors/error-writer.ts'
import { exposedHeaders } from './response/cors.ts'
import { createDeclaredHeaders } from './response/declared-headers.ts'

export interface EngineOptions {
  readonly document: Document
  readonly model: CrudOptions['model']
  /** The operations that the model is of; those of the document by default. */
  readonly byId?: CrudOptions['byId']
  readonly seed: number | string
  readonly clock: Clock
  readonly store: Store
  /** The date that generated dates are relative to; the clock's time by default. */
  readonly since?: Date | undefined
  readonly behaviours: Behaviours
  readonly linking: CrudOptions['linking']
  readonly flattening: CrudOptions['flattening']
  readonly sharing?: CrudOptions['sharing']
  readonly wraps?: CrudOptions['wraps']
  readonly rulesKeepTwins?: CrudOptions['rulesKeepTwins']
  /** Encodes the slashes of resource names in paths, where a document has such names. */
  readonly encodeNames?: EncodeNames | undefined
  /** Undefined if clients need not authenticate. */
  readonly authenticators: Authenticators | undefined
  readonly cors: boolean
  readonly selfCheck: SelfCheck
  /** The maximum size of a request body, in bytes. */
  readonly maxBody: number
  /** Records every exchange; none by default. */
  readonly journal?: Journal | undefined
  readonly report: (error: unknown) => void
  readonly reportExample: (example: InvalidExample) => void
}

/** An engine, with what is needed to create its data and to change its behaviours. */
export interface Assembly {
  readonly engine: Engine
  readonly crud: CrudOptions
  /** Plans the operations with other behaviours. */
  readonly plansFor: (behaviours: Behaviours) => Engine['planOf']
}

/** Creates the engine of a document. Everything specific to an operation is computed on its first call. */
export function createEngine(options: EngineOptions): Assembly {
  const { document, seed, clock, store, report, since = clock.now() } = options
  const { operations, byId } = operationsOf(document)
  const validator = createValidator(document)
  const fake = createFake({ document, validator, seed, now: since })
  const examples = createExamples({ document, validator, report: options.reportExample })
  const crud: CrudOptions = {
    document,
    byId: options.byId ?? byId,
    model: options.model,
    validator,
    fake,
    linking: options.linking,
    flattening: options.flattening,
    sharing: options.sharing,
    wraps: options.wraps,
    rulesKeepTwins: options.rulesKeepTwins,
  }
  const roleOf = rolesOf(crud)
  const plansFor = (behaviours: Behaviours): Engine['planOf'] =>
    createPlans({ ...options, behaviours, validator, roleOf })
  const engine: Engine = {
    document,
    router: createRouter(operations, options.encodeNames),
    store,
    clock,
    since,
    examples,
    fake,
    errors: errorWriter({ document, operations, validator, fake }),
    exposedHeaders: options.cors ? exposedHeaders(operations) : undefined,
    vary: options.cors ? 'Accept, Prefer, Origin' : 'Accept, Prefer',
    maxBody: options.maxBody,
    declaredHeaders: createDeclaredHeaders(document, examples, fake, since),
    basePaths: basePathsOf(document),
    unreadable: createBrokenPathLookup(document),
    planOf: plansFor(options.behaviours),
    random: behaviourRandom(seed),
    report,
    validator,
    selfCheck: options.selfCheck,
    callbacks: undefined,
    faultInjector: undefined,
    expectations: undefined,
    onAnswer: undefined,
    journal: options.journal,
  }
  return { engine, crud, plansFor }
}

/** The random stream that behaviours use. */
export function behaviourRandom(seed: number | string): Random {
  return createRandom(seed).fork('behaviours')
}

/** What an operation does with records is worked out with the first request to it. */
function rolesOf(crud: CrudOptions): (operation: Operation) => Behaviour {
  const behaviourOf = createCrud(crud)
  return (operation) =>
    loadedOnce(async () =>
      (await import('../resources/roles/role-behaviour.ts')).roleBehaviour(crud, operation, behaviourOf),
    )
}

/** Loads the error writer with the first refusal, which many pages never see. */
function errorWriter(options: ErrorWriterOptions): ErrorWriter {
  let writer: ErrorWriter | undefined
  return {
    write(refused, operation, request, now) {
      if (writer) return writer.write(refused, operation, request, now)
      return import('./errors/error-writer.ts').then(({ createErrorWriter }) => {
        writer ??= createErrorWriter(options)
        return writer.write(refused, operation, request, now)
      })
    },
  }
}
