import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const instant = { type: 'string', format: 'date-time' }
const error = json(object({ schemas: list(text), status: text, detail: text }))
const document = {
  openapi: '3.1.0',
  info: { title: 'Directory', version: '1' },
  paths: {
    '/Devices': {
      get: answer(
        200,
        object({ schemas: list(text), totalResults: integer, Resources: list(ref('Device')) }),
      ),
      post: { requestBody: json(ref('Device')), ...answer(201, ref('Device')) },
    },
    '/Devices/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        responses: {
          200: { description: 'OK', ...json(ref('Device')) },
          404: { description: 'None', ...error },
        },
      },
    },
  },
  components: {
    schemas: {
      Device: {
        type: 'object',
        required: ['schemas', 'displayName'],
        properties: {
          schemas: list(text),
          id: { ...text, readOnly: true },
          displayName: text,
          meta: {
            type: 'object',
            readOnly: true,
            properties: {
              resourceType: text,
              created: instant,
              lastModified: instant,
              location: { ...text, format: 'uri' },
            },
          },
        },
      },
    },
  },
}
const core = 'urn:ietf:params:scim:schemas:core:2.0:Device'

interface Device {
  readonly schemas: readonly string[]
  readonly id: string
  readonly meta: { readonly resourceType: string; readonly location: string }
}

describe('resources of SCIM', () => {
  let send: Send

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
  })

  it('tell their kind and where they are', async () => {
    const { body } = await send('POST', '/Devices', { schemas: [core], displayName: 'Door' })
    const { id, meta, schemas } = body as unknown as Device
    expect(schemas).toEqual([core])
    expect(meta).toMatchObject({ resourceType: 'Device' })
    expect(new URL(meta.location).pathname).toBe(`/Devices/${id}`)
  })

  it('are listed in the schema for lists', async () => {
    const { body } = await send('GET', '/Devices')
    expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'] })
  })

  it('are refused in the schema for errors', async () => {
    const { status, body } = await send('GET', '/Devices/none')
    expect(status).toBe(404)
    expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' })
  })
})
