import pc from 'picocolors'
import { expect, it } from 'vitest'
import { banner } from '../../../mock/cli/banner.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, integer, json, list, object, text } from '../resources/document-parts.ts'

const room = object({ id: integer, name: text })
const at = { name: 'id', in: 'path', required: true, schema: integer }

/** The commands that the start of a mock suggests, with these parameters for every operation. */
async function commands(parameters: readonly object[]): Promise<readonly string[]> {
  const document = {
    openapi: '3.0.3',
    info: { title: 'Rooms', version: '1' },
    paths: {
      '/rooms': {
        parameters,
        get: answer(200, list(room)),
        post: { ...answer(201, room), requestBody: json(object({ name: text }), '{"name": "Attic"}') },
      },
      '/rooms/{id}': { parameters: [...parameters, at], get: answer(200, room) },
    },
  }
  const shown = await banner(await createMock({ document }), 'http://127.0.0.1:4010', pc.createColors(false))
  return [...shown.matchAll(/^ *(curl .*)$/gm)].map(([, command = '']) => command)
}

it('suggests commands for a list, a record and a new record', async () => {
  expect(await commands([])).toEqual([
    'curl http://127.0.0.1:4010/rooms',
    'curl -i http://127.0.0.1:4010/rooms/1',
    `curl -d '{"name":"Attic"}' -H 'Content-Type: application/json' http://127.0.0.1:4010/rooms`,
  ])
})

it('suggests no commands that lack a required parameter', async () => {
  const tenant = { name: 'X-Tenant', in: 'header', required: true, schema: text }
  expect(await commands([tenant])).toEqual([])
})
