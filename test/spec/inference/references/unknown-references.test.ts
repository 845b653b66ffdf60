import { expect, it } from 'vitest'
import { refusedReferences } from '../../../../spec/inference/references/unknown-references.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'

const references = [
  { property: 'patientId', resource: '/patients' },
  { property: 'roomId', resource: '/rooms' },
]

/** The checked references of a `POST` with these descriptions, and the status that refuses unknown ones. */
async function refusedBy(description: string, responses: Readonly<Record<string, string>>, path = '/visits') {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Visits', version: '1' },
    paths: {
      [path]: {
        post: {
          description,
          responses: Object.fromEntries(
            Object.entries(responses).map(([status, text]) => [status, { description: text }]),
          ),
        },
      },
    },
  })
  const refused = operationsOf(document).operations.flatMap((operation) =>
    refusedReferences(document, operation, references),
  )
  return refused.map(({ reference, status, pointer }) => [
    reference.property,
    status,
    pointer.split('/').at(-1),
  ])
}

it.each([
  ['422 when the patient or the room does not exist.', ['patientId', 'roomId']],
  ['409 if the number exists, and 422 if the patient does not.', ['patientId']],
  ['Plans it. Answers 422 if there is no such patient.', ['patientId']],
  ["422 when rooms don't exist", ['roomId']],
  ['422 for an unknown patient', ['patientId']],
  ['The patient must exist, and so must the room, if one is given (422).', ['patientId', 'roomId']],
  ['Patient, room and bed have to exist (422).', ['patientId', 'roomId']],
  ["The room has to be one of the patient's (422).", ['patientId', 'roomId']],
  ['422 while the patient has another visit.', []],
  ['When the room does not exist, it is made.', []],
  ['409 when the patient does not exist.', []],
])('"%s" refuses unknown %j', async (description, properties) => {
  const refused = await refusedBy(description, { 201: 'Planned', 422: 'Refused' })
  expect(refused).toEqual(properties.map((property) => [property, 422, 'post']))
})

it.each([
  [{ 404: 'The patient was not found' }, [['patientId', 404, '404']]],
  [{ 400: 'Unknown room' }, [['roomId', 400, '400']]],
  [{ 404: 'Not found' }, []],
  [{ 200: 'Nothing, if the patient does not exist' }, []],
])('responses %j refuse unknown references', async (responses, expected) => {
  expect(await refusedBy('', responses)).toEqual(expected)
})

it('references to resources in the path are ignored', async () => {
  const responses = { 404: 'The patient does not exist' }
  expect(await refusedBy('', responses, '/patients/{patientId}/visits')).toEqual([])
})

it.each([
  ['An existing patient.', [422]],
  ['Must be the id of an existing patient.', [422]],
  ['An existing patient, or one to be created.', []],
  ['The patient.', []],
])('a property that is described as "%s" refers to a record that exists', async (description, statuses) => {
  const patientId = { type: 'string', description }
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Visits', version: '1' },
    paths: {
      '/visits': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { patientId } } } },
          },
          responses: { 201: { description: 'Planned' }, 422: { description: 'Refused' } },
        },
      },
    },
  })
  const refused = operationsOf(document).operations.flatMap((operation) =>
    refusedReferences(document, operation, references),
  )
  expect(refused.map(({ status }) => status)).toEqual(statuses)
})

it('what has to exist on creation has to exist after a change that declares the refusal', async () => {
  const responses = { 200: { description: 'Done' }, 422: { description: 'Refused' } }
  const described = (patch: object): object => ({
    openapi: '3.1.0',
    info: { title: 'Visits', version: '1' },
    paths: {
      '/visits': { post: { description: 'The patient must exist (422).', responses } },
      '/visits/{id}': { patch },
    },
  })
  const ofPatch = async (patch: object): Promise<readonly string[]> => {
    const document = await loadDocument(described(patch))
    const change = operationsOf(document).operations.find(({ method }) => method === 'PATCH')
    return change
      ? refusedReferences(document, change, references).map(({ reference }) => reference.property)
      : []
  }
  expect(await ofPatch({ responses })).toEqual(['patientId'])
  expect(await ofPatch({ description: '422 for an unknown room.', responses })).toEqual(['roomId'])
  expect(await ofPatch({ responses: { 200: responses[200] } })).toEqual([])
})
