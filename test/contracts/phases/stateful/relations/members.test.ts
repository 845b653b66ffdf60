import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, sent, text } from '../../../support/document-parts.ts'

const named = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } }
const shown = { ...named, required: ['id', 'name'], properties: { id: text, ...named.properties } }
const list = (items: object) => answer(200, { type: 'array', items })
const missing = { 404: { description: 'There is none.' } }

const documentWith = (summary: string) => ({
  openapi: '3.1.0',
  info: { title: 'Groups', version: '1' },
  paths: {
    '/users': { get: list(shown), post: { ...sent(named), ...answer(201, shown) } },
    '/users/{userId}': { ...at('userId'), get: answer(200, shown, missing), delete: gone },
    '/groups': { get: list(shown), post: { ...sent(named), ...answer(201, shown) } },
    '/groups/{groupId}': { ...at('groupId'), get: answer(200, shown, missing), delete: gone },
    '/groups/{groupId}/members': { ...at('groupId'), get: { operationId: 'members', ...list(shown) } },
    '/groups/{groupId}/members/{userId}': {
      ...at('groupId', 'userId'),
      put: {
        operationId: 'join',
        summary,
        responses: { 204: { description: 'The user is a member.' }, ...missing },
      },
      delete: { operationId: 'leave', ...gone },
    },
  },
})

type Member = { readonly id: string }
type Wrong = (url: string, members: readonly Member[]) => readonly Member[]

/** What is found of a service that does not do what it answers, or lists other members. */
async function findingsOf(
  skips: string,
  listed?: Wrong,
  summary = 'Add a member',
): Promise<readonly string[]> {
  const document = documentWith(summary)
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    only: 'stateful/groups-members/member-join',
    async target(request: Request) {
      const isMember = /\/members\/./.test(request.url)
      if (isMember && request.method === skips) {
        const there = await mock.fetch(new Request(request.url.replace(/\/members\/.*/, '')))
        return there.status === 200 ? new Response(null, { status: 204 }) : there
      }
      const response = await mock.fetch(request)
      const isList =
        listed && request.url.includes('/members') && request.method === 'GET' && response.status === 200
      return isList
        ? Response.json(listed(request.url, (await response.json()) as readonly Member[]))
        : response
    },
  })
  return findings.map((finding) => `${finding.check} ${finding.operation}: ${finding.message}`)
}

it('has no finding if an added member is listed once until it is deleted', async () => {
  expect(await findingsOf('none')).toEqual([])
})

it('reports a member that is missing from the list', async () => {
  expect(await findingsOf('PUT')).toEqual([
    expect.stringMatching(/^relation join: .*the item in the list of \/groups\/members after PUT/),
  ])
})

it('reports a deleted member that stays in the list', async () => {
  expect(await findingsOf('DELETE')).toContainEqual(
    expect.stringMatching(/^relation leave: .*the list of \/groups\/members without the deleted item/),
  )
})

it('reports a member that is listed twice', async () => {
  const twice: Wrong = (_, members) => members.flatMap((member) => [member, member])
  expect(await findingsOf('none', twice)).toContainEqual(
    expect.stringMatching(
      /^relation join: .*the item in the list of \/groups\/members once after the same PUT twice/,
    ),
  )
})

it('reports a member that another one takes the place of', async () => {
  const last: Wrong = (_, members) => members.slice(-1)
  expect(await findingsOf('none', last)).toContainEqual(
    expect.stringMatching(/^relation join: .*the item still in the list of \/groups\/members/),
  )
})

it('reports a member that leaves with another one', async () => {
  let most = 0
  const none: Wrong = (_, members) => {
    most = Math.max(most, members.length)
    return members.length < most ? [] : members
  }
  expect(await findingsOf('none', none)).toContainEqual(
    expect.stringMatching(/^relation leave: .*the item still in the list of \/groups\/members/),
  )
})

it('does not judge invitations, which may need consent', async () => {
  expect(await findingsOf('PUT', undefined, 'Invite a user')).toEqual([])
})
