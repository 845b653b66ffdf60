import { describe, expect, it } from 'vitest'
import { refuse, scenario } from '../../../mock/index.ts'
import { steer } from './steer.ts'

const path = '/_mock'

describe('/_mock/faults', () => {
  it('switches faults on, lists them, and switches them off', async () => {
    const { ask } = await steer()
    const operations = {
      listPets: [{ kind: 'status', status: 500 }],
      '*': [{ kind: 'latency', min: 0, max: 1 }],
    }
    const put = await ask('PUT', `${path}/faults`, { json: { operations } })
    expect([put.status, put.json]).toEqual([200, { operations }])
    expect((await ask('GET', '/pets')).status).toBe(500)
    expect((await ask('GET', `${path}/faults`)).json).toEqual({ operations })
    expect((await ask('DELETE', `${path}/faults`)).status).toBe(204)
    expect((await ask('GET', '/pets')).status).toBe(200)
  })

  it('rejects unknown operations and kinds', async () => {
    const { ask } = await steer()
    const wrong = [{ listPet: [] }, { '*': [{ kind: 'earthquake' }] }, { '*': [{ kind: 'slow' }] }]
    for (const operations of wrong) {
      expect((await ask('PUT', `${path}/faults`, { json: { operations } })).status).toBe(400)
    }
    const upsideDown = { '*': [{ kind: 'latency', min: 2, max: 1 }] }
    const put = await ask('PUT', `${path}/faults`, { json: { operations: upsideDown } })
    expect([put.status, put.json['code']]).toEqual([422, 'invalid_faults'])
  })
})

describe('/_mock/expectations', () => {
  it('sets the response to the next request', async () => {
    const { ask } = await steer()
    const expectation = { operation: 'POST /store/orders', status: 409 }
    const added = await ask('POST', `${path}/expectations`, { json: expectation })
    expect([added.status, added.json]).toEqual([
      201,
      { ...expectation, operation: 'placeOrder', id: 1, remaining: 1 },
    ])
    const order = { json: { petId: 1, quantity: 1 } }
    expect((await ask('POST', '/store/orders', order)).status).toBe(409)
    expect((await ask('POST', '/store/orders', order)).status).toBe(201)
  })

  it('lists and deletes expectations', async () => {
    const { ask } = await steer()
    for (const status of [404, 410]) {
      await ask('POST', `${path}/expectations`, { json: { operation: 'getPet', status, times: 'always' } })
    }
    const list = await ask('GET', `${path}/expectations`)
    expect(list.json['expectations']).toMatchObject([{ id: 1, remaining: 'always' }, { id: 2 }])
    expect((await ask('DELETE', `${path}/expectations/1`)).status).toBe(204)
    expect((await ask('DELETE', `${path}/expectations/1`)).status).toBe(404)
    expect((await ask('GET', '/pets/1')).status).toBe(410)
    expect((await ask('DELETE', `${path}/expectations`)).status).toBe(204)
    expect((await ask('GET', '/pets/1')).status).toBe(200)
  })

  it('reports what the document allows when it does not allow the response', async () => {
    const { ask } = await steer()
    const json = { operation: 'getPet', status: 200, body: { id: 'x', name: 1 } }
    const refused = await ask('POST', `${path}/expectations`, { json })
    expect([refused.status, refused.json['code']]).toEqual([422, 'invalid_expectation'])
    expect(refused.text).toContain('must be an integer')
    expect(refused.text).toContain('must be a string')
    expect((await ask('POST', `${path}/expectations`, { json: { ...json, force: true } })).status).toBe(201)
  })
})

describe('/_mock/scenarios', () => {
  const scenarios = [
    scenario('sold out', {
      description: 'Nothing is left.',
      behaviours: { placeOrder: () => refuse(409, 'out_of_stock', 'None.') },
      steps: [{ world: 'empty' }],
    }),
  ]

  it('lists scenarios, starts one and advances its steps', async () => {
    const { ask } = await steer({ scenarios })
    const known = { name: 'sold out', description: 'Nothing is left.', steps: 1 }
    expect((await ask('GET', `${path}/scenarios`)).json).toEqual({ scenarios: [known] })
    const playing = await ask('PUT', `${path}/scenarios`, { json: { name: 'sold out' } })
    expect(playing.json).toEqual({ scenarios: [known], playing: { name: 'sold out', step: 0 } })
    expect((await ask('POST', '/store/orders', { json: { petId: 1, quantity: 1 } })).status).toBe(409)
    expect((await ask('POST', `${path}/scenarios/next`)).json).toMatchObject({ playing: { step: 1 } })
    expect((await ask('GET', '/categories')).json).toEqual([])
    expect((await ask('POST', `${path}/scenarios/next`)).status).toBe(409)
    expect((await ask('PUT', `${path}/scenarios`, { json: {} })).json).toEqual({ scenarios: [known] })
    expect((await ask('GET', '/categories')).json).not.toEqual([])
  })

  it('rejects unknown scenarios', async () => {
    const { ask } = await steer({ scenarios })
    const unknown = await ask('PUT', `${path}/scenarios`, { json: { name: 'sold' } })
    expect([unknown.status, unknown.json['code']]).toEqual([422, 'unknown_scenario'])
  })
})

describe('sessions', () => {
  const inA = { headers: { 'x-stablehand-session': 'a' } }

  it('are controlled separately', async () => {
    const { ask } = await steer()
    const operations = { listPets: [{ kind: 'status', status: 500 }] }
    await ask('PUT', `${path}/faults`, { json: { operations }, ...inA })
    await ask('PUT', `/_s/b${path}/clock`, { json: { set: '2030-12-06' } })
    expect((await ask('GET', '/pets', inA)).status).toBe(500)
    expect((await ask('GET', '/pets')).status).toBe(200)
    expect((await ask('GET', '/_s/b/pets/1')).status).toBe(410)
    expect((await ask('GET', '/pets/1')).status).toBe(200)
    expect((await ask('GET', `${path}/faults`)).json).toEqual({ operations: {} })
  })

  it('are reset separately', async () => {
    const { ask } = await steer()
    await ask('POST', '/categories', { json: { name: 'Unicorns' } })
    await ask('POST', '/categories', { json: { name: 'Unicorns' }, ...inA })
    expect((await ask('POST', `${path}/reset`, inA)).status).toBe(204)
    expect((await ask('GET', '/categories', inA)).text).not.toContain('Unicorns')
    expect((await ask('GET', '/categories')).text).toContain('Unicorns')
  })

  it('are listed at /_mock/sessions and can be ended', async () => {
    const { ask } = await steer()
    await ask('GET', '/pets', inA)
    expect((await ask('GET', `${path}/sessions`)).json).toEqual({ sessions: [{ session: 'a', idle: 0 }] })
    expect((await ask('DELETE', `${path}/sessions/a`)).status).toBe(204)
    expect((await ask('DELETE', `${path}/sessions/a`)).status).toBe(404)
  })
})
