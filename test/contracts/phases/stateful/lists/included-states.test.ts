import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock, ok, type Behaviour } from '../../../../../mock/index.ts'
import { answer, at, gone, query, sent, text } from '../../../support/document-parts.ts'

const course = {
  type: 'object',
  required: ['id', 'status', 'title'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    status: { enum: ['draft', 'published', 'archived'], readOnly: true },
  },
}
const flagged = {
  ...course,
  required: ['id', 'title', 'archived'],
  properties: { id: { ...text, readOnly: true }, title: text, archived: { type: 'boolean', readOnly: true } },
}
const actionOn = (record: object): object => ({
  ...at('id'),
  post: answer(200, record, { 409: { description: 'Not in this state' } }),
})

const documentWith = (description: string, ...parameters: readonly object[]): object =>
  documentOf(course, description, ...parameters)

const documentOf = (record: object, description: string, ...parameters: readonly object[]): object => ({
  openapi: '3.1.0',
  info: { title: 'Courses', version: '1' },
  paths: {
    '/courses': {
      get: {
        operationId: 'list',
        description,
        parameters,
        ...answer(200, { type: 'array', items: record }),
      },
      post: { ...sent(record), ...answer(201, record) },
    },
    '/courses/{id}': { ...at('id'), get: answer(200, record), delete: gone },
    '/courses/{id}/publish': actionOn(record),
    '/courses/{id}/archive': actionOn(record),
  },
})
const includeArchived = query('include_archived', { type: 'boolean', default: false })
const rule = 'Archived courses are left out unless `include_archived=true`.'
const stated = documentWith(rule, includeArchived)

async function findingsOf(document: object, list?: Behaviour, served = stated): Promise<readonly string[]> {
  const { findings } = await runContract({
    document,
    only: 'stateful/*/included-*',
    target: await createMock({ document: served, ...(list && { behaviours: { list } }) }),
  })
  return findings.map(({ check, severity, message }) => `${severity} ${check}: ${message}`)
}

/** Lists all records, or those alone that are not archived, whatever is asked for. */
function listing(
  isShown: (record: { readonly status?: unknown; readonly archived?: unknown }) => boolean,
): Behaviour {
  return async ({ store }) => {
    const { items } = await store.collection('/courses').list()
    return ok(200, items.filter(isShown))
  }
}

describe('records in a state that a list includes only if asked to', () => {
  it('are reported in the list without the parameter', async () => {
    expect(
      await findingsOf(
        stated,
        listing(() => true),
      ),
    ).toEqual([expect.stringMatching(/^error list-filter: .*include_archived=false.*status = "archived"/)])
  })

  it('are reported missing in the list with the parameter', async () => {
    expect(
      await findingsOf(
        stated,
        listing(({ status }) => status !== 'archived'),
      ),
    ).toEqual([expect.stringMatching(/^error list-filter: .*include_archived=true/)])
  })

  it('are listed beside the others', async () => {
    const only: Behaviour = async ({ store, request }) => {
      const { items } = await store.collection('/courses').list()
      const isAsked = request.query['include_archived'] === true
      return ok(
        200,
        items.filter(({ status }) => (status === 'archived') === isAsked),
      )
    }
    expect(await findingsOf(stated, only)).toEqual([
      expect.stringMatching(/^error list-filter: .*every item that matches include_archived=true/),
    ])
  })

  it('are a warning if only the name of the parameter says so', async () => {
    const [finding] = await findingsOf(
      documentWith('', includeArchived),
      listing(() => true),
    )
    expect(finding).toMatch(/^warning list-filter: /)
  })

  it('are listed by the mock as described', async () => {
    expect(await findingsOf(stated)).toEqual([])
  })

  it.each([
    ['without the parameter', documentWith(rule)],
    ['where the parameter has no default', documentWith('', query('include_archived', { type: 'boolean' }))],
    [
      'where no action leads there',
      documentWith('', query('include_draft', { type: 'boolean', default: false })),
    ],
  ])('may be listed %s', async (_, document) => {
    expect(
      await findingsOf(
        document,
        listing(() => true),
      ),
    ).toEqual([])
  })

  describe('by a flag and a parameter of the same name', () => {
    const document = documentOf(
      flagged,
      'Archived courses are only returned with `archived=true`.',
      query('archived', { type: 'boolean', default: false }),
    )

    it('are reported in the list without the parameter', async () => {
      const findings = await findingsOf(
        document,
        listing(() => true),
        document,
      )
      expect(findings).toEqual([
        expect.stringMatching(/^error list-filter: .*archived=false.*archived = true/),
      ])
    })

    it('may be listed together with the others', async () => {
      expect(await findingsOf(document, undefined, document)).toEqual([])
    })
  })
})

describe('records in a state that a list leaves out unless a filter asks for it', () => {
  const status = query('status', { enum: ['draft', 'published', 'archived'] })
  const drafts = documentWith('Drafts are not listed unless `status` asks for them.', status)
  const archived = documentWith('Archived courses are hidden by default.', status)

  it.each([
    ['from the beginning', drafts],
    ['after an action', archived],
  ])('are asked for where they are so %s', async (_, document) => {
    const { findings } = await runContract({
      document,
      only: 'stateful/courses/*',
      target: await createMock({ document }),
    })
    expect(findings).toEqual([])
  })

  it.each([
    [
      'that shows them',
      drafts,
      (): boolean => true,
      /no such item unless status asks for it; got an item.*"draft"/,
    ],
    ['that never shows them', drafts, (): boolean => false, /every item that matches status=draft/],
    ['that shows them after an action', archived, (): boolean => true, /unless status asks.*"archived"/],
  ])('are reported in a list %s', async (_, document, isShown, message) => {
    expect(await findingsOf(document, listing(isShown), document)).toContainEqual(
      expect.stringMatching(message),
    )
  })
})

const vet = {
  ...course,
  required: ['name', 'active'],
  properties: { id: course.properties.id, name: text, active: { type: 'boolean' } },
}
const vets = (description: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Vets', version: '1' },
  paths: {
    '/vets': {
      get: {
        description,
        parameters: [query('includeInactive', { type: 'boolean', default: false })],
        ...answer(200, { type: 'array', items: vet }),
      },
      post: { ...sent(vet), ...answer(201, vet) },
    },
    '/vets/{id}': {
      ...at('id'),
      get: answer(200, vet),
      patch: { ...sent({ ...vet, required: [] }), ...answer(200, vet) },
      delete: gone,
    },
  },
})

describe('records without a flag that only an update takes away', () => {
  const told = vets('Vets who are away are left out unless `includeInactive` is `true`.')
  const untold = vets('All vets.')

  it('are left out of the list of a healthy service', async () => {
    expect(await findingsOf(told, undefined, told)).toEqual([])
  })

  it('are reported in a list that should leave them out', async () => {
    expect(await findingsOf(told, undefined, untold)).toEqual([
      expect.stringMatching(/^error list-filter: .*includeInactive=false.*active = false/),
    ])
  })

  it('are expected in the list where no sentence says that they are left out', async () => {
    expect(await findingsOf(untold, undefined, untold)).toEqual([])
  })
})
