import { prepareBodies } from '../spec/body.ts'
import type { Document, Operation } from '../spec/document.ts'
import { plainRoles } from '../spec/inference/plain-roles.ts'
import { parameterDescription } from '../spec/inference/prose/sentences.ts'
import type { Json } from '../spec/json.ts'
import { operationsOf } from '../spec/operations.ts'
import type { ResourceModel } from '../spec/resources.ts'
import { possiblePropertiesOf } from '../spec/schemas/properties.ts'
import { layer } from './behaviour.ts'
import type { CallbackOptions } from './callbacks/callbacks.ts'
import type { CommonMock } from './common-mock.ts'
import type { Hosted } from './control/control.ts'
import { controlPath, isControlPath } from './control/paths.ts'
import { createClock, type Clock } from './data/random.ts'
import { defaultToken } from './default-token.ts'
import type { Authenticators } from './engine/authentication/authenticate.ts'
import { createEngine, type Assembly, type EngineOptions } from './engine/create-engine.ts'
import type { Journal } from './engine/diagnostics/journal.ts'
import { defaultMaxBody } from './engine/request/limit.ts'
import { sessionPath } from './engine/sessions/choose-session.ts'
import { openMock } from './open.ts'
import { MockOptionError } from './option-error.ts'
import type { CommonOptions, MockSource } from './options.ts'
import { seedWorld } from './resources/seed.ts'
import { createSharedSetup } from './sessions/shared-setup.ts'
import { beginWith, keepInMemory } from './store/keeping.ts'
import type { StoreSnapshot } from './store/store.ts'
import { worldNames } from './world-name.ts'

/**
 * The most resources whose records are linked to each other. In larger documents nearly every record would show many
 * others, so their references are generated instead.
 */
const maxLinkedResources = 1000

/** Creates a mock of a loaded document. Rejects with a MockOptionError if an option is invalid. */
export async function createMockOf(
  source: MockSource,
  options: CommonOptions,
  host?: () => Promise<Hosted>,
): Promise<CommonMock> {
  const { seed = 1, tokens, auth = tokens === undefined ? 'off' : 'required' } = options
  const { isPetStore, open = keepInMemory } = source
  const clock = clockOf(options)
  const secured = auth === 'required' ? await withRequiredAuth(source.document) : source.document
  const document = isPetStore ? secured : await withSupposed(secured)
  if (options.behaviours !== undefined) {
    const { checkBehaviours } = await import('./engine/options/check-behaviours.ts')
    checkBehaviours(options.behaviours, operationsOf(document).operations)
  }
  assertNoReservedPaths(document)
  await prepareBodies(document)
  const keeping = await open({ now: clock.now(), warn: options.onWarning ?? (() => undefined) })
  const { store } = keeping
  const journal = options.journal === 0 ? undefined : await journalOf(document, options.journal)
  const rules = isPetStore ? await import('./petstore/rules.ts') : undefined
  const behaviours = layer(rules?.petstoreBehaviours ?? {}, options.behaviours ?? {})
  const assembly = createEngine({
    ...(await modelAndModules(secured, document)),
    document,
    seed,
    clock,
    store,
    since: keeping.since,
    behaviours,
    rulesKeepTwins: isPetStore,
    authenticators: auth === 'required' ? await authenticatorsFor(tokens) : undefined,
    cors: options.cors ?? true,
    selfCheck: options.selfCheck ?? false,
    maxBody: maxBodyOf(options),
    journal,
    report: options.onError ?? ((error) => console.error(error)),
    reportExample: ({ pointer, issues }) =>
      options.onWarning?.(
        `The example at ${pointer} is not used: ${issues.map(({ message }) => message).join(' ')}`,
      ),
  })
  if (options.callbacks !== undefined) await enableCallbacks(assembly, options.callbacks, options.onWarning)
  const { since } = assembly.engine
  const beginning = await beginWith(keeping, await initialWorld(options, assembly, isPetStore, since))
  const makeWorld = async (world: CommonOptions['world'], since: Date): Promise<StoreSnapshot> =>
    initialWorld({ ...options, ...(world !== undefined && { world }) }, assembly, isPetStore, since)
  return openMock(assembly, options, {
    setup: await createSharedSetup(assembly, behaviours, options, { initial: beginning, make: makeWorld }),
    makeWorld: (name) => makeWorld(name, since),
    newClock: () => clockOf(options),
    host,
  })
}

/** The journal with the coverage, which a page without a journal does not load. */
async function journalOf(document: Document, size = 1000): Promise<Journal> {
  const { createCoverage } = await import('./coverage/coverage.ts')
  const { createJournal } = await import('./engine/diagnostics/journal.ts')
  return createJournal(size, createCoverage(document))
}

/** Infers the resources of a document, and loads the modules that only some documents need. */
async function modelAndModules(
  given: Document,
  document: Document,
): Promise<
  Pick<EngineOptions, 'model' | 'byId' | 'linking' | 'flattening' | 'sharing' | 'wraps' | 'encodeNames'>
> {
  const operations = await operationsOnResources(document)
  const inferred = plainRoles(document, operations) ?? (await inferOthers(document, operations))
  const model = await withFlatRecords(document, operations, inferred)
  const { resources } = model
  const isLinked = resources.length > 0 && resources.length <= maxLinkedResources
  const isNested = resources.some(({ nesting }) => nesting)
  const isShared = resources.some(
    ({ scope, operations }) =>
      operations.some(({ role }) => role === 'put') ||
      (scope.length > 0 && operations.every(({ role }) => /^(?:list|create|delete)$/.test(role))),
  )
  const readsOtherwise =
    document !== given ||
    model.names.size > 0 ||
    operations.some(
      ({ path, method, parameters }) =>
        /id_?or|or_?id/i.test(path) ||
        parameters.some(
          (each) =>
            (method === 'POST' && each.in === 'query') ||
            (each.in === 'path' && /\b(?:or|me)\b/i.test(parameterDescription(document, each))),
        ),
    )
  // Names of records have slashes where paths begin with them: `/v1/{name}`.
  const hasNames = operations.some(({ path }) => /^(?:\/v\d\w*)?\/\{/.test(path))
  return {
    model,
    byId: new Map(operations.map((operation) => [operation.id, operation])),
    linking: isLinked ? await import('./resources/relations/create-linker.ts') : undefined,
    wraps: readsOtherwise
      ? (await import('./resources/wraps.ts')).createWraps(given, document, model)
      : undefined,
    encodeNames: hasNames
      ? (await import('../spec/inference/paths/name-forms.ts')).createNameEncoder(document, operations)
      : undefined,
    flattening: isNested ? await import('./resources/records/flattened.ts') : undefined,
    sharing: isShared ? await import('./resources/relations/members/shared-records.ts') : undefined,
  }
}

async function inferOthers(document: Document, operations: readonly Operation[]): Promise<ResourceModel> {
  const { inferServed } = await import('../spec/inference/infer-resources.ts')
  const { withTimelines } = await import('./resources/lists/timelines.ts')
  return withTimelines(document, operations, inferServed(document, operations))
}

/** The model in which ids and times are properties of records, even if the API has them in an object of metadata. */
async function withFlatRecords(
  document: Document,
  operations: readonly Operation[],
  model: ResourceModel,
): Promise<ResourceModel> {
  const mayHaveMetadata = model.resources.some(({ record }) => {
    const properties = possiblePropertiesOf(document, record)
    return properties.has('metadata') || properties.has('meta')
  })
  if (!mayHaveMetadata) return model
  const { withFlatMetadata } = await import('./resources/records/flat-metadata.ts')
  return withFlatMetadata(document, operations, model)
}

/** The operations, as if calls such as `POST /team/add` were about resources, and members of JSON parameters were parameters. */
async function operationsOnResources(document: Document): Promise<readonly Operation[]> {
  const { operations: declared } = operationsOf(document)
  const takesJson = declared.some(({ parameters }) =>
    parameters.some(({ in: place, content }) => place === 'query' && content),
  )
  const operations = takesJson
    ? (await import('./resources/lists/json-parameters.ts')).withJsonParameters(document, declared)
    : declared
  const mayCall = operations.some(({ path }) =>
    /(?:add|new|insert|create|update|edit|modify|change|patch)[^/{}]*$/i.test(path),
  )
  if (!mayCall) return operations
  const { callsAsResources } = await import('../spec/inference/calls/calls-as-resources.ts')
  return callsAsResources(document, operations)
}

async function enableCallbacks(
  { engine, crud }: Assembly,
  callbacks: CallbackOptions,
  warn: CommonOptions['onWarning'],
): Promise<void> {
  const { createCallbacks } = await import('./callbacks/callbacks.ts')
  const { document, examples, fake } = engine
  const parts = { document, validator: crud.validator, examples, fake, warn: warn ?? (() => undefined) }
  engine.callbacks = createCallbacks(parts, callbacks)
}

async function authenticatorsFor(tokens: readonly string[] = [defaultToken]): Promise<Authenticators> {
  const { createAuthenticators } = await import('./engine/authentication/authenticate.ts')
  return createAuthenticators(new Set(tokens))
}

/** Throws if the document has a path below `/_mock` or `/_s`, which are the mock's own. */
function assertNoReservedPaths(document: Document): void {
  const { operations } = operationsOf(document)
  const taken = operations.find(({ path }) => isControlPath(path) || path.startsWith(`${sessionPath}/`))
  if (taken === undefined) return
  throw new MockOptionError(
    `The document has the path '${taken.path}', but ${controlPath} and ${sessionPath} are reserved for the mock's control API and its sessions.`,
  )
}

function maxBodyOf({ maxBody = defaultMaxBody }: CommonOptions): number {
  if (Number.isSafeInteger(maxBody) && maxBody >= 0) return maxBody
  throw new MockOptionError(`maxBody must be a number of bytes, not ${String(maxBody)}.`)
}

function clockOf({ now }: CommonOptions): Clock {
  try {
    return createClock(now === undefined ? {} : { now })
  } catch (error) {
    throw error instanceof RangeError ? new MockOptionError(error.message, { cause: error }) : error
  }
}

/** Whether the value is a document that has been loaded already. */
export function isDocument(value: unknown): value is Document {
  return (
    typeof value === 'object' &&
    value !== null &&
    'root' in value &&
    'locate' in value &&
    typeof value.locate === 'function'
  )
}

/** Adds bodies to operations that take what belongs in one in the query, and answers to operations that describe none. */
async function withSupposed(document: Document): Promise<Document> {
  const { describeAsked, supposeMeaning, supposeAnswers } = await import('../spec/undescribed/answers.ts')
  return supposeAnswers(describeAsked(supposeMeaning(document)))
}

async function withRequiredAuth(document: Document): Promise<Document> {
  const { requireAuthentication } = await import('./engine/authentication/require-authentication.ts')
  const secured = requireAuthentication(document)
  if (operationsOf(secured).operations.every(({ security }) => security.length === 0)) {
    throw new MockOptionError(
      'Authentication is required, but no operation of the document has security requirements.',
    )
  }
  return secured
}

async function initialWorld(
  options: CommonOptions,
  { crud }: Assembly,
  isPetStore: boolean,
  since: Date,
): Promise<StoreSnapshot> {
  const { world = 'demo', seed = 1 } = options
  if (typeof world !== 'string') {
    const { snapshotOf } = await import('./engine/options/world.ts')
    return snapshotOf(world as unknown as Json, crud)
  }
  if (!worldNames.includes(world))
    throw new MockOptionError(`Unknown world '${world}': expected ${worldNames.join(', ')}, or records.`)
  if (!isPetStore) return seedWorld(world, crud)
  const { petstoreWorld } = await import('./petstore/world.ts')
  return petstoreWorld(world, { seed, now: since })
}
