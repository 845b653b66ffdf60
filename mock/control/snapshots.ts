import { memberNamed, type JsonObject } from '../../spec/json.ts'
import { jsonSent } from '../../spec/request.ts'
import { ok, refuse, type Behaviour, type Refused } from '../behaviour.ts'
import type { StoreSnapshot } from '../store/store.ts'
import { worldNames, type WorldName } from '../world-name.ts'
import { closed, jsonAnswer, noContent, operation, pathParameter, ref } from './describe.ts'
import type { Controlled, Part } from './part.ts'
import { textIn } from './values.ts'

interface Saved {
  readonly name: string
  readonly savedAt: string
  readonly snapshot: StoreSnapshot
}

const maxSnapshots = 100

/** `/reset` and `/snapshots`: seeded worlds, and records saved under a name. */
export function snapshotsPart({ store, clock, reset, makeWorld }: Controlled): Part {
  const saved = new Map<string, Saved>()
  /** A behaviour for an existing snapshot; 404 if there is none of that name. */
  const forSnapshot =
    (act: (snapshot: Saved) => ReturnType<Behaviour>): Behaviour =>
    ({ request }) => {
      const snapshot = saved.get(nameIn(request.path))
      return snapshot === undefined ? missing(nameIn(request.path)) : act(snapshot)
    }
  return {
    paths,
    schemas,
    behaviours: {
      reset: async ({ request }) => {
        const name = memberNamed(jsonSent(request), 'world')
        if (name === undefined) await reset()
        else await store.restore(await makeWorld(name as WorldName))
        return ok(204)
      },
      listSnapshots: () => ok(200, { snapshots: [...saved.values()].map(describe) }),
      saveSnapshot: async ({ request }) => {
        const name = nameIn(request.path)
        const isNew = !saved.has(name)
        if (isNew && saved.size >= maxSnapshots) return full()
        const snapshot = { name, savedAt: clock.now().toISOString(), snapshot: await store.snapshot() }
        saved.set(name, snapshot)
        return ok(isNew ? 201 : 200, describe(snapshot))
      },
      getSnapshot: forSnapshot((snapshot) => ok(200, describe(snapshot))),
      deleteSnapshot: forSnapshot(({ name }) => {
        saved.delete(name)
        return ok(204)
      }),
      restoreSnapshot: forSnapshot(async ({ snapshot }) => {
        await store.restore(snapshot)
        return ok(204)
      }),
    },
  }
}

const nameIn = (path: JsonObject): string => textIn(path, 'name')

const missing = (name: string): Refused => refuse(404, 'not_found', `There is no snapshot '${name}'.`)

const full = (): Refused =>
  refuse(409, 'too_many_snapshots', `There are already ${maxSnapshots} snapshots. Delete one first.`)

const describe = ({ name, savedAt }: Saved): JsonObject => ({ name, savedAt })

const name = pathParameter('name', 'Name of the snapshot.', {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]*$',
})

const schemas: NonNullable<Part['schemas']> = {
  Snapshot: closed({
    name: { type: 'string' },
    savedAt: { type: 'string', format: 'date-time', description: "Time of the mock's clock." },
  }),
}

const paths: Part['paths'] = {
  '/reset': {
    post: operation('reset', 'World', {
      summary: 'Reset all records to the initial or another seeded world',
      description: 'The clock is not changed.',
      requestBody: {
        content: {
          'application/json': {
            schema: closed({ world: { type: 'string', enum: [...worldNames] } }, ['world']),
          },
        },
      },
      responses: { 204: noContent('The records were reset.') },
    }),
  },
  '/snapshots': {
    get: operation('listSnapshots', 'World', {
      summary: 'List all snapshots',
      responses: {
        200: jsonAnswer(
          'The snapshots, oldest first.',
          closed({ snapshots: { type: 'array', items: ref('Snapshot') } }),
        ),
      },
    }),
  },
  '/snapshots/{name}': {
    parameters: [name],
    put: operation('saveSnapshot', 'World', {
      summary: 'Save all records as a snapshot',
      responses: {
        200: jsonAnswer('The snapshot, which replaced one of the same name.', ref('Snapshot')),
        201: jsonAnswer('The new snapshot.', ref('Snapshot')),
      },
    }),
    get: operation('getSnapshot', 'World', {
      summary: 'Get a snapshot',
      responses: { 200: jsonAnswer('The snapshot.', ref('Snapshot')) },
    }),
    delete: operation('deleteSnapshot', 'World', {
      summary: 'Delete a snapshot',
      responses: { 204: noContent('The snapshot was deleted.') },
    }),
  },
  '/snapshots/{name}/restore': {
    parameters: [name],
    post: operation('restoreSnapshot', 'World', {
      summary: 'Restore a snapshot',
      responses: { 204: noContent('The records were restored.') },
    }),
  },
}
