import { describe, expect, it } from 'vitest'
import { allRoles, array, integer, modelOf, object, rolesOf, schema } from '../api.ts'

const pet = object({ id: integer }, 'name', 'status')
const schemas = { Pet: pet, NewPet: object('name', 'status') }
const Pet = schema('Pet')

describe('singletons', () => {
  const Settings = object('theme', 'motto')

  it('are read and updated at their path', async () => {
    const model = await modelOf({
      'GET /settings': { answers: Settings },
      'PUT /settings': { sends: Settings, status: '204' },
      'PATCH /settings': { sends: object('theme'), answers: Settings },
      'DELETE /settings': { status: '204' },
    })
    expect(model.resources[0]).toMatchObject({
      name: '/settings',
      kind: 'singleton',
      itemPath: '/settings',
      collectionPath: undefined,
      idParameter: undefined,
    })
    expect(rolesOf(model.resources[0])).toEqual([
      'read GET /settings',
      'replace PUT /settings',
      'delete DELETE /settings',
      'update PATCH /settings',
    ])
  })

  it('can be read-only', async () => {
    expect(allRoles(await modelOf({ 'GET /me': { answers: object('id', 'name') } }))).toEqual([
      '/me: read GET /me',
    ])
  })

  it('can be nested in an item or share the path of a collection', async () => {
    const model = await modelOf(
      {
        'GET /pets': { answers: array(Pet) },
        'GET /pets/{id}': { answers: Pet },
        'GET /pets/{id}/diet': { answers: Settings },
        'PUT /pets/{id}/diet': { sends: Settings },
        'GET /pets/mine': { answers: Settings },
        'PATCH /pets/mine': { sends: Settings },
      },
      schemas,
    )
    expect(model.resources.map(({ name, kind, parent }) => [name, kind, parent?.resource])).toEqual([
      ['/pets', 'collection', undefined],
      ['/pets/diet', 'singleton', '/pets'],
      ['/pets/mine', 'singleton', undefined],
    ])
  })
})
