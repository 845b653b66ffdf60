import { expect, it } from 'vitest'
import { allRoles, array, integer, modelOf, object, schema } from '../api.ts'

const pets = {
  'GET /pets': { answers: array(schema('Pet')) },
  'POST /pets': { sends: schema('Pet'), answers: schema('Pet') },
  'GET /pets/{petId}': { answers: schema('Pet') },
}
const schemas = { Pet: object('id', 'name', { age: integer }), Toy: object('id', 'colour') }
const criteria = object('name', { limit: integer })

it.each(['/pets/search', '/pets/_search', '/pets:query', '/pets-search', '/pets/list'])(
  'POST %s searches the pets',
  async (path) => {
    const operations = { ...pets, [`POST ${path}`]: { sends: criteria, answers: array(schema('Pet')) } }
    expect(allRoles(await modelOf(operations, schemas))).toContain(`/pets: search POST ${path}`)
  },
)

it.each([
  ['that responds with another resource', '/pets/search', { sends: criteria, answers: array(schema('Toy')) }],
  ['that responds with one record', '/pets/find', { sends: criteria, answers: schema('Pet') }],
  ['without a body', '/pets/search', { answers: array(schema('Pet')) }],
  ['whose path does not name a search', '/pets/import', { sends: criteria, answers: array(schema('Pet')) }],
  ['below a record', '/pets/{petId}/search', { sends: criteria, answers: array(schema('Pet')) }],
  ['at the path of another resource', '/toys/search', { sends: criteria, answers: array(schema('Pet')) }],
])('a POST %s is not a search', async (_, path, sketch) => {
  const roles = allRoles(await modelOf({ ...pets, [`POST ${path}`]: sketch }, schemas))
  expect(roles.filter((role) => role.startsWith('/pets: search'))).toEqual([])
})
