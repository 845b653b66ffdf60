import { expect, it } from 'vitest'
import { allRoles, array, integer, modelOf, object, schema } from '../api.ts'

const pets = {
  'GET /pets': { answers: array(schema('Pet')) },
  'POST /pets': { sends: schema('Pet'), answers: schema('Pet') },
  'GET /pets/{petId}': { answers: schema('Pet') },
}
const schemas = { Pet: object('id', 'name', { age: integer }), Toy: object('id', 'colour') }
const asked = object('name', { limit: integer })

it.each(['/pets/search', '/pets/_search', '/pets:query', '/pets-search', '/pets/list'])(
  'POST %s finds the pets there are',
  async (path) => {
    const operations = { ...pets, [`POST ${path}`]: { sends: asked, answers: array(schema('Pet')) } }
    expect(allRoles(await modelOf(operations, schemas))).toContain(`/pets: search POST ${path}`)
  },
)

it.each([
  ['of something else', '/pets/search', { sends: asked, answers: array(schema('Toy')) }],
  ['that is one record', '/pets/find', { sends: asked, answers: schema('Pet') }],
  ['that asks for nothing', '/pets/search', { answers: array(schema('Pet')) }],
  ['that is called otherwise', '/pets/import', { sends: asked, answers: array(schema('Pet')) }],
  ['below a record', '/pets/{petId}/search', { sends: asked, answers: array(schema('Pet')) }],
  ['elsewhere', '/toys/search', { sends: asked, answers: array(schema('Pet')) }],
])('a POST %s is no search of the pets', async (_, path, sketch) => {
  const roles = allRoles(await modelOf({ ...pets, [`POST ${path}`]: sketch }, schemas))
  expect(roles.filter((each) => each.startsWith('/pets: search'))).toEqual([])
})
