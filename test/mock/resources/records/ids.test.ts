import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

it('the ids of seeded records are such as clients may choose', async () => {
  const voucher = object({ code: text, note: text })
  const sent = object({ code: { ...text, pattern: '^[A-Z0-9]{4,8}$' }, note: text })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Vouchers', version: '1' },
    paths: {
      '/vouchers': {
        get: answer(200, list(voucher)),
        post: { requestBody: json(sent), ...answer(201, voucher) },
      },
      '/vouchers/{code}': {
        parameters: [{ name: 'code', in: 'path', required: true, schema: text }],
        get: answer(200, voucher),
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const [{ code = '' } = {}] = (await send('GET', '/vouchers')).body as unknown as readonly {
    code?: string
  }[]
  expect(code).toMatch(/^[A-Z0-9]{4,8}$/)
  expect((await send('GET', `/vouchers/${code}`)).status).toBe(200)
})
