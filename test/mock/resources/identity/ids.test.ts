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

it('the id that a creation responds with is the one by which the record is read', async () => {
  const chart = object({ name: text, scale: text })
  const uuid = { ...text, pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Charts', version: '1' },
    paths: {
      '/charts': {
        get: answer(200, list(chart)),
        post: { requestBody: json(chart), ...answer(201, object({ id: uuid, state: text })) },
      },
      '/charts/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, chart),
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const sent = { name: 'Tasman Bay', scale: '1:50000' }
  const { id } = (await send('POST', '/charts', sent)).body as unknown as { readonly id: string }
  expect((await send('GET', `/charts/${id}`)).body).toEqual(sent)
})

it.each<[string, object, RegExp]>([
  ['GUIDs', { ...text, format: 'guid' }, /^"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"$/],
  ['numbers', { type: 'number' }, /^\d+$/],
])('ids that are %s have no other form', async (_, id, form) => {
  const buoy = object({ id, keeperId: id, name: text })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Buoys', version: '1' },
    paths: {
      '/buoys': {
        get: answer(200, list(buoy)),
        post: { requestBody: json(object({ name: text })), ...answer(201, buoy) },
      },
      '/buoys/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
        get: answer(200, buoy),
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { body } = await send('POST', '/buoys', { name: 'Nun' })
  const buoys = [body, ...((await send('GET', '/buoys')).body as unknown as readonly object[])]
  for (const each of buoys as readonly Readonly<Record<'id' | 'keeperId', unknown>>[]) {
    expect(JSON.stringify(each.id)).toMatch(form)
    expect(JSON.stringify(each.keeperId)).toMatch(form)
  }
})

it('records that have no path of their own are known by what paths below them call them', async () => {
  const yard = object({ name: text })
  const boat = object({ id: text, name: text })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Yards', version: '1' },
    paths: {
      '/yards': { get: answer(200, list(yard)), post: { requestBody: json(yard), ...answer(201, yard) } },
      '/yards/{yard}/boats': {
        parameters: [{ name: 'yard', in: 'path', required: true, schema: text }],
        get: answer(200, list(boat)),
        post: { requestBody: json(object({ name: text })), ...answer(201, boat) },
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty' }))
  await send('POST', '/yards', { name: 'north' })
  const { body } = await send('POST', '/yards/north/boats', { name: 'Heron' })
  expect(await send('GET', '/yards/north/boats')).toMatchObject({ status: 200, body: [body] })
})
