import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, collection, integer, list, object, text } from '../../document-parts.ts'

const recipe = { title: text, labels: list(text), cuisine: text }
const cuisine = { ...text, enum: ['thai', 'greek'] }
const document = {
  openapi: '3.1.0',
  info: { title: 'Recipes', version: '1' },
  paths: {
    '/recipes': collection('Recipe', object(recipe)),
    '/labels': { get: answer(200, list(object({ name: text, recipeCount: integer }))) },
    '/cuisines': { get: answer(200, object({ cuisines: list(cuisine) })) },
    '/stats/labels': {
      get: {
        summary: 'Labels, the most used first',
        ...answer(200, list(object({ label: text, count: integer }))),
      },
    },
  },
  components: { schemas: { Recipe: object({ id: { ...integer, readOnly: true }, ...recipe }) } },
}

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  await send('POST', '/recipes', { title: 'Soup', labels: ['hot', 'quick'], cuisine: 'thai' })
  await send('POST', '/recipes', { title: 'Stew', labels: ['hot'], cuisine: 'thai' })
})

it('lists the values that records have, each with the number of those', async () => {
  expect((await send('GET', '/labels')).body).toEqual([
    { name: 'hot', recipeCount: 2 },
    { name: 'quick', recipeCount: 1 },
  ])
})

it('lists each value once where it does not count them', async () => {
  expect((await send('GET', '/cuisines')).body).toEqual({ cuisines: ['thai'] })
})

it('lists the values that most records have first, if it says so', async () => {
  await send('POST', '/recipes', { title: 'Curry', labels: ['spicy'], cuisine: 'thai' })
  await send('POST', '/recipes', { title: 'Chili', labels: ['spicy', 'hot'], cuisine: 'thai' })
  expect((await send('GET', '/stats/labels')).body).toEqual([
    { label: 'hot', count: 3 },
    { label: 'spicy', count: 2 },
    { label: 'quick', count: 1 },
  ])
})

it('lists no value that its schema does not allow', async () => {
  await send('POST', '/recipes', { title: 'Salad', labels: [], cuisine: 'home-made' })
  expect((await send('GET', '/cuisines')).body).toEqual({ cuisines: ['thai'] })
})
