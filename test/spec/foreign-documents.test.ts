import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { inferResources } from '../../spec/inference/infer-resources.ts'
import { describeDocument } from '../../spec/inspection/inspect.ts'
import { renderInspection } from '../../spec/inspection/render.ts'
import { loadDocument } from '../../spec/load.ts'
import { operationsOf } from '../../spec/operations.ts'
import type { ResourceModel } from '../../spec/resources.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'

/** Third-party documents that are not part of the repository; tested if present. */
const folder = fileURLToPath(new URL('../../../shared/documents/', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(?:ya?ml|json)$/.test(name)) : []

async function modelOf(name: string): Promise<ResourceModel> {
  const document = await loadDocument(folder + name)
  return inferResources(document, operationsOf(document).operations)
}

describe.skipIf(files.length === 0)(
  'foreign documents (skipped: there are none in ../shared/documents)',
  () => {
    it.each(files)('%s loads, and every operation is listed once', async (name) => {
      const document = await loadDocument(folder + name)
      const { operations } = operationsOf(document)
      const { roles, relationships, memberLists, batches, stateless, resources } = inferResources(
        document,
        operations,
      )
      const listed = [...roles, ...relationships, ...memberLists, ...batches].map(([id]) => id)
      expect([...listed, ...stateless.map(({ operationId }) => operationId)].sort()).toEqual(
        operations.map(({ id }) => id).sort(),
      )
      expect(new Set(resources.map((resource) => resource.name)).size).toBe(resources.length)
      for (const resource of resources) {
        expect(resource.operations.some(({ role }) => role === 'list' || role === 'read')).toBe(true)
        expect(
          resource.operations.filter(
            ({ role, within }) => role === 'create' && within.length === 0 && resource.itemPath !== undefined,
          ).length,
        ).toBeLessThan(3)
        if (resource.idProperty !== undefined) {
          expect([...possiblePropertiesOf(document, resource.record).keys()]).toContain(resource.idProperty)
        }
      }
      expect(renderInspection(describeDocument(document)).length).toBeGreaterThan(0)
    })

    const claims: readonly (readonly [file: string, resources: readonly string[]])[] = [
      ['museum.yaml', ['/museum-hours list', '/special-events list create read delete update']],
      ['scalar-galaxy-3.1.yaml', ['/planets list create read replace delete', '/me read']],
      [
        'swagger-petstore-v3.yaml',
        [
          '/pet replace create list read action delete',
          '/store/order create read delete',
          '/user create read replace delete',
        ],
      ],
      [
        'xero_files.yaml',
        [
          '/Files list create read update delete',
          '/Files/Associations list create delete',
          '/Folders list create read update delete',
          '/Inbox read',
        ],
      ],
      ['trello.com.json', []],
    ]
    it.each(claims.filter(([name]) => files.includes(name)))(
      '%s has the expected resources',
      async (name, resources) => {
        const model = await modelOf(name)
        expect(
          model.resources.map((resource) =>
            [resource.name, ...resource.operations.map(({ role }) => role)].join(' '),
          ),
        ).toEqual(resources)
      },
    )

    it.skipIf(!files.includes('hetzner.cloud.json'))(
      'a cloud API: named envelopes, ids, filters and a total',
      async () => {
        const servers = (await modelOf('hetzner.cloud.json')).resources.find(
          ({ name }) => name === '/servers',
        )
        expect(servers).toMatchObject({
          idProperty: 'id',
          idType: 'integer',
          filters: [{ parameter: 'name' }, { parameter: 'status' }],
          total: { property: ['meta', 'pagination', 'total_entries'] },
        })
        const kept = servers?.operations.filter(({ role }) => role !== 'action')
        expect(kept?.map(({ role, responsePath }) => [role, responsePath?.join('.')])).toEqual([
          ['list', 'servers'],
          ['create', 'server'],
          ['read', 'server'],
          ['update', 'server'],
          ['delete', undefined],
        ])
      },
    )

    it.skipIf(!files.includes('openai.yaml'))(
      'a large API: nested parents, cursors and actions',
      async () => {
        const { resources } = await modelOf('openai.yaml')
        const steps = resources.find(({ name }) => name === '/threads/runs/steps')
        const runs = resources.find(({ name }) => name === '/threads/runs')
        expect(steps?.parent).toEqual({ resource: '/threads/runs', parameters: ['thread_id', 'run_id'] })
        expect(runs?.operations.map(({ role }) => role)).toEqual([
          'list',
          'create',
          'read',
          'update',
          'action',
          'action',
        ])
        expect(runs?.paging).toMatchObject({ kind: 'cursor', size: 'limit', position: 'after' })
      },
    )
  },
)
