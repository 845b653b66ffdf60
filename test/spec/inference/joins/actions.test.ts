import { describe, expect, it } from 'vitest'
import { array, integer, modelOf, object, schema } from '../api.ts'

const pet = object({ id: integer }, 'name', 'status')
const schemas = { Pet: pet, NewPet: object('name', 'status') }
const Pet = schema('Pet')

describe('actions', () => {
  it('respond with the item they act on', async () => {
    const model = await modelOf(
      {
        'GET /pets': { answers: array(Pet) },
        'GET /pets/{petId}': { answers: Pet },
        'POST /pets/{petId}/feed': { answers: Pet },
        'POST /pets/{id}/food/give': { answers: object({ data: Pet }) },
        'POST /pets/{petId}:wash': { answers: Pet },
        'POST /pets/{petId}/sell': { answers: object('price', 'buyer') },
      },
      schemas,
    )
    expect(
      model.resources[0]?.operations
        .slice(2)
        .map(({ role, operationId, idParameter, responsePath }) => [
          role,
          operationId,
          idParameter,
          responsePath,
        ]),
    ).toEqual([
      ['action', 'POST /pets/{petId}/feed', 'petId', []],
      ['action', 'POST /pets/{id}/food/give', 'id', ['data']],
      ['action', 'POST /pets/{petId}:wash', 'petId', []],
    ])
    expect(model.stateless).toEqual([
      {
        operationId: 'POST /pets/{petId}/sell',
        reason: 'It changes no record that another operation reads.',
      },
    ])
  })

  it('without a response are named for a change to the state, or for what undoes one', async () => {
    const states = { type: 'string', enum: ['created', 'running', 'paused'] }
    const job = { type: 'object', properties: { id: integer, status: states } }
    const model = await modelOf(
      {
        'GET /jobs/{id}': { answers: schema('Job') },
        'POST /jobs': { sends: object('name'), answers: schema('Job') },
        'POST /jobs/{id}/pause': {},
        'POST /jobs/{id}/resume': {},
        'POST /jobs/{id}:resume': {},
        'POST /jobs/{id}/close': {},
      },
      { Job: job },
    )
    const actions = model.resources[0]?.operations.filter(({ role }) => role === 'action')
    expect(actions?.map(({ operationId }) => operationId)).toEqual([
      'POST /jobs/{id}/pause',
      'POST /jobs/{id}/resume',
      'POST /jobs/{id}:resume',
    ])
  })
})
