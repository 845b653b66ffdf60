import { describe, expect, it } from 'vitest'
import { keptProperties } from '../../../../spec/inference/schemas/kept-property.ts'
import type { ResourceModel } from '../../../../spec/resources.ts'
import { allRoles, array, modelOf, object, schema } from '../api.ts'

const schemas = { Post: object('id', 'title'), Note: object('id', 'text') }
const note = schema('Note')
const sent = { sends: object('text'), answers: note }
const posts = {
  'GET /posts/{id}': { answers: schema('Post') },
  'GET /posts': { answers: array(schema('Post')) },
}
const notes = {
  'GET /posts/{id}/notes': { answers: array(note) },
  'POST /posts/{id}/notes': sent,
  'GET /notes/{noteId}': { answers: note },
}

const keptIn = ({ resources }: ResourceModel): readonly string[] =>
  resources.flatMap(({ record }) => keptProperties(record))

describe('records that nothing shows the owner of', () => {
  it('are those of the shorter path, and keep the id in the path above them', async () => {
    const model = await modelOf({ ...posts, ...notes }, schemas)
    expect(allRoles(model)).toEqual(
      expect.arrayContaining([
        '/notes: list GET /posts/{id}/notes',
        '/notes: create POST /posts/{id}/notes',
        '/notes: read GET /notes/{noteId}',
      ]),
    )
    expect(keptIn(model)).toEqual(['post_id'])
    expect(model.resources.flatMap(({ references }) => references)).toMatchObject([
      { property: 'post_id', resource: '/posts' },
    ])
  })

  it('are those of the shorter path although actions on them respond with them too', async () => {
    const actions = { 'POST /notes/{noteId}/pin': { answers: note } }
    expect(keptIn(await modelOf({ ...posts, ...notes, ...actions }, schemas))).toEqual(['post_id'])
  })

  it('are the same where the list shows less of them', async () => {
    const model = await modelOf(
      { ...posts, ...notes, 'GET /posts/{id}/notes': { answers: array(schema('Brief')) } },
      { ...schemas, Brief: object('id') },
    )
    expect(allRoles(model)).toEqual(
      expect.arrayContaining(['/notes: list GET /posts/{id}/notes', '/notes: create POST /posts/{id}/notes']),
    )
  })

  it('are those of the shorter path although each response describes them in its own way', async () => {
    const read = { 'GET /notes/{noteId}': { answers: object('id', 'text', 'words') } }
    expect(keptIn(await modelOf({ ...posts, ...notes, ...read }, schemas))).toEqual(['post_id'])
    const others = { 'GET /notes/{noteId}': { answers: object('id', 'colour', 'pitch') } }
    expect(keptIn(await modelOf({ ...posts, ...notes, ...others }, schemas))).toEqual([])
  })

  it.each([
    ['are created elsewhere too', { 'POST /me/notes': sent }],
    ['are created at the shorter path', { 'POST /notes': sent }],
    ['have a path of their own below it', { 'GET /posts/{id}/notes/{noteId}': { answers: note } }],
  ])('are not joined if they %s', async (_, others) => {
    expect(keptIn(await modelOf({ ...posts, ...notes, ...others }, schemas))).toEqual([])
  })
})

it('records that are created below a user show its id as that of their host', async () => {
  const party = object('id', 'topic', 'host_id')
  const model = await modelOf(
    {
      'GET /users': { answers: array(schema('User')) },
      'GET /users/{userId}': { answers: schema('User') },
      'POST /users/{userId}/parties': { sends: object('topic'), answers: party },
      'GET /users/{userId}/parties': { answers: object({ parties: array(object('id', 'topic')) }) },
      'GET /parties/{partyId}': { answers: party },
    },
    { User: object('id', 'name') },
  )
  expect(model.roles.get('POST /users/{userId}/parties')?.operation.within).toEqual([
    { parameter: 'userId', property: 'host_id' },
  ])
})
