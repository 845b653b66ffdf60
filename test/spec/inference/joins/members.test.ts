import { expect, it } from 'vitest'
import { allRoles, array, modelOf, object, schema, string } from '../api.ts'

const groups = {
  'GET /users': { answers: array(schema('User')) },
  'POST /users': { sends: schema('User'), answers: schema('User') },
  'GET /groups/{groupId}': { answers: schema('Group') },
  'PUT /groups/{groupId}': { sends: schema('Group'), answers: schema('Group') },
  'GET /groups/{groupId}/members': { answers: array(schema('User')) },
  'DELETE /groups/{groupId}/members/{userId}': { status: '204' },
}
const schemas = { User: object('id', 'name'), Group: object('id', 'title') }
const put = 'PUT /groups/{groupId}/members/{userId}'

const rolesWith = async (more: Parameters<typeof modelOf>[0]): Promise<readonly string[]> =>
  allRoles(await modelOf({ ...groups, ...more }, schemas))

it('a PUT without content adds a record to a list of members', async () => {
  expect(await rolesWith({ [put]: { status: '204' } })).toContain(`/groups/members: put ${put}`)
})

it.each([
  ['with content', { [put]: { sends: object({ role: string }), status: '204' } }],
  [
    'to a list that also has a POST',
    {
      [put]: { status: '204' },
      'POST /groups/{groupId}/members': { sends: schema('User'), answers: schema('User') },
    },
  ],
  ['to a path without a list', { 'PUT /users/{userId}': { status: '204' } }],
])('a PUT %s does not add a member', async (_, more) => {
  expect((await rolesWith(more)).filter((role) => role.includes(': put '))).toEqual([])
})
