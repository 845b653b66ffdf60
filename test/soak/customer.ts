import * as fc from 'fast-check'
import type { Pool } from 'undici'

export interface Tally {
  requests: number
  /** Number of responses by the first digit of the status, 0 for none. */
  readonly answers: Record<string, number>
  /** Acknowledged changes that were lost, as sentences. */
  readonly lost: string[]
}

/** A pet created by a customer and its possible names: several if a response was lost. */
interface Pet {
  readonly id: number
  names: readonly string[]
}

interface Reply {
  /** 0 if the connection ended without a response. */
  readonly status: number
  readonly json: unknown
}

const most = 40

/**
 * Uses the Pet Store until stopped: creates, updates, reads and deletes its own pets, and sends invalid requests in
 * between. Every acknowledged change must be visible in later reads from any mock.
 */
export async function visit(
  pools: readonly Pool[],
  seed: number,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  // A seeded pseudorandom generator, so that a run can be repeated.
  const draws = fc.sample(fc.nat({ max: 2 ** 30 }), { seed, numRuns: 10_000 })
  let drawn = 0
  const below = (limit: number): number => draws[drawn++ % draws.length]! % limit
  const pets: Pet[] = []
  let named = 0
  const name = (): string => `Pet ${seed}-${(named += 1)}`

  const send = async (
    method: string,
    path: string,
    body?: string,
    type = 'application/json',
  ): Promise<Reply> => {
    const reply = await exchange(pools[below(pools.length)]!, method, path, body, type)
    tally.requests += 1
    const digit = String(reply.status).charAt(0)
    tally.answers[digit] = (tally.answers[digit] ?? 0) + 1
    return reply
  }
  const make = async (): Promise<void> => {
    const createdName = name()
    const { status, json } = await send('POST', '/pets', JSON.stringify({ name: createdName, categoryId: 1 }))
    if (status === 201) pets.push({ id: (json as { id: number }).id, names: [createdName] })
  }
  const change = async (pet: Pet): Promise<void> => {
    const newName = name()
    const { status } = await send('PATCH', `/pets/${pet.id}`, JSON.stringify({ name: newName }))
    if (status === 200) pet.names = [newName]
    else if (status === 0 || status >= 500) pet.names = [...pet.names, newName]
    else tally.lost.push(`PATCH of pet ${pet.id}: ${status}`)
  }
  const read = async (pet: Pet): Promise<void> => {
    const { status, json } = await send('GET', `/pets/${pet.id}`)
    if (status === 0 || status >= 500) return
    const name = status === 200 ? (json as { name: string }).name : `(${status})`
    if (pet.names.includes(name)) pet.names = [name]
    else tally.lost.push(`pet ${pet.id} is ${name}, not ${pet.names.join(' or ')}`)
  }
  const remove = async (index: number): Promise<void> => {
    const [pet] = pets.splice(index, 1)
    const { status } = await send('DELETE', `/pets/${pet!.id}`)
    if (status >= 400 && status < 500) tally.lost.push(`DELETE of pet ${pet!.id}: ${status}`)
  }
  const misbehave = async (): Promise<void> => {
    const [method, path, body, type] = nonsense[below(nonsense.length)]!
    await send(method, path, body, type)
  }

  while (!isOver()) {
    const choice = below(20)
    const pet = pets[below(Math.max(1, pets.length))]
    if (pet === undefined || (choice < 3 && pets.length < most)) await make()
    else if (choice < 6) await change(pet)
    else if (choice < 12) await read(pet)
    else if (choice < 15) await send('GET', `/pets?limit=${1 + below(100)}&offset=${below(50)}`)
    else if (choice < 17) await misbehave()
    else if (choice < 18) await remove(pets.indexOf(pet))
    else await send('GET', ['/inventory', '/categories', '/store/orders?limit=20'][below(3)]!)
  }
  for (const pet of pets) await read(pet)
  while (pets.length > 0) await remove(0)
}

const nonsense: readonly (readonly [method: string, path: string, body?: string, type?: string])[] = [
  ['POST', '/pets', '{"name":'],
  ['POST', '/pets', '{"__proto__":{"name":"x"},"constructor":1}'],
  ['POST', '/pets', '['.repeat(10_000)],
  ['POST', '/pets', JSON.stringify({ name: 'x'.repeat(100_000), categoryId: 1 })],
  ['POST', '/pets', JSON.stringify({ name: 'x', categoryId: 1, more: 'x'.repeat(1_100_000) })],
  ['POST', '/pets', 'name=x', 'text/plain'],
  ['GET', '/pets?limit=-1&offset=x&nothing=%'],
  ['GET', `/pets?${'a=1&'.repeat(1_000)}`],
  ['GET', '/pets/%zz'],
  ['PURGE', '/pets'],
  ['GET', '/_mock/journal?limit=5'],
  ['GET', '/_mock/state/__proto__'],
]

async function exchange(
  pool: Pool,
  method: string,
  path: string,
  body: string | undefined,
  type: string,
): Promise<Reply> {
  try {
    const headers = body === undefined ? {} : { 'content-type': type }
    const answer = await pool.request({ method, path, headers, body: body ?? null })
    const text = await answer.body.text()
    return {
      status: answer.statusCode,
      json: text.startsWith('{') ? (JSON.parse(text) as unknown) : undefined,
    }
  } catch {
    return { status: 0, json: undefined }
  }
}
