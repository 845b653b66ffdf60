import { expect, it } from 'vitest'
import { thresholdEffects } from '../../../../../spec/inference/states/effects/threshold-effects.ts'
import { loadDocument } from '../../../../../spec/load.ts'
import { operationsOf } from '../../../../../spec/operations.ts'
import { integer, object } from '../../api.ts'

const sent = { schema: object('note', { progress: integer }), pointer: '/sent' }

/** The effects of an update of a task whose `finished_at` has a description of its own. */
async function effectsOf(description: string, ofTime = '', accepted = sent) {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1' },
    paths: { '/tasks/{id}': { patch: { description, responses: { 200: { description: 'Done' } } } } },
  })
  const record = {
    schema: object('id', {
      progress: integer,
      status: { type: 'string', enum: ['open', 'finished'] },
      finished_at: { type: 'string', format: 'date-time', description: ofTime },
    }),
    pointer: '/record',
  }
  const [update] = operationsOf(document).operations
  return update ? thresholdEffects(document, update, accepted, record) : []
}

const trigger = { property: 'progress', value: 100 }
const pointer = '#/paths/~1tasks~1{id}/patch'

it.each([
  'Records progress. At 100 the status becomes `finished`.',
  'At 100% the status is set to finished.',
  'When progress reaches 100, the status changes to `finished`.',
  'The task becomes finished once its `progress` is 100.',
])('"%s" sets a state', async (description) => {
  expect(await effectsOf(description)).toEqual([{ trigger, property: 'status', state: 'finished', pointer }])
})

it.each(['Sets `finished_at` when progress reaches 100.', '`finished_at` is set once progress is 100.'])(
  '"%s" sets a time',
  async (description) => {
    expect(await effectsOf(description)).toEqual([
      { trigger, property: 'finished_at', state: undefined, pointer },
    ])
  },
)

it.each([
  'When progress reached 100',
  'The time when progress reached 100.',
  'Set when progress reaches 100.',
])('the description "%s" of a time says when it is set', async (description) => {
  expect(await effectsOf('', description)).toEqual([
    {
      trigger,
      property: 'finished_at',
      state: undefined,
      pointer: '/record/properties/finished_at/description',
    },
  ])
})

it.each([
  'At 100 the status may become `finished`.',
  'At 100 the status becomes `finished` if it was `open`.',
  'When progress reaches its end, the status becomes `finished`.',
  'At 100 the status becomes `closed`.',
])('"%s" sets nothing', async (description) => {
  expect(await effectsOf(description)).toEqual([])
})

it('a number without a name is not guessed among several', async () => {
  const several = { schema: object({ progress: integer, priority: integer }), pointer: '/sent' }
  expect(await effectsOf('At 100 the status becomes `finished`.', '', several)).toEqual([])
})
