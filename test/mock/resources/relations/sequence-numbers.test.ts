import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const id = { name: 'project_id', in: 'path', required: true, schema: integer }
const document = {
  openapi: '3.1.0',
  info: { title: 'Tickets', version: '1' },
  paths: {
    '/projects': {
      get: answer(200, list(ref('Project'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Project')) },
    },
    '/projects/{project_id}': { parameters: [id], get: answer(200, ref('Project')) },
    '/projects/{project_id}/tickets': {
      parameters: [id],
      get: answer(200, list(ref('Ticket'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Ticket')) },
    },
    '/tickets/{ticket_id}': {
      parameters: [{ ...id, name: 'ticket_id' }],
      get: answer(200, ref('Ticket')),
      delete: answer(204),
    },
  },
  components: {
    schemas: {
      Project: object({ id: integer, name: text }),
      Ticket: object({
        id: integer,
        project_id: integer,
        number: { ...integer, description: 'Sequential number within the project.' },
        title: text,
      }),
    },
  },
}

interface Ticket {
  readonly id: number
  readonly number: number
}

it('numbers new records after the last one of their container', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { body } = await send('POST', '/projects', { name: 'Moon' })
  const path = `/projects/${String((body as { readonly id: number }).id)}/tickets`
  const make = async (): Promise<Ticket> =>
    (await send('POST', path, { title: 'Land' })).body as unknown as Ticket
  const [first, second] = [await make(), await make()]
  expect([first.number, second.number]).toEqual([1, 2])
  await send('DELETE', `/tickets/${String(first.id)}`)
  expect((await make()).number).toBe(3)
})

it('numbers the records that it starts with', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  for (const { id: projectId } of (await send('GET', '/projects')).body as unknown as readonly Ticket[]) {
    const { body } = await send('GET', `/projects/${String(projectId)}/tickets`)
    const numbers = (body as unknown as readonly Ticket[]).map(({ number }) => number)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
  }
})
