import { Pool } from 'undici'

/** The outcome of ordering more than the stock. */
export interface Sale {
  /** Orders answered with 201. */
  readonly sold: number
  /** Orders answered with 409. */
  readonly refused: number
  /** Orders with any other outcome. */
  readonly failed: number
  /** Number of distinct ids among the sold orders. */
  readonly ids: number
  /** Largest stock left, as reported by any mock. */
  readonly stock: number
  readonly milliseconds: number
}

/** Concurrent orders per mock. */
const atOnce = 16

/** Places one-unit orders at the mocks in turn for a pet whose stock is half the number of orders. */
export async function sell(urls: readonly string[], orders: number): Promise<Sale> {
  const pools = urls.map((url) => new Pool(url, { connections: atOnce }))
  const [first] = pools
  if (!first) throw new Error('No mock URL was given.')
  try {
    const { status } = await send(first, 'PATCH', '/inventory/1', { quantity: orders / 2 })
    if (status !== 200) throw new Error(`The stock could not be set: ${status}`)
    const answers: Answer[] = []
    const start = performance.now()
    let next = 0
    const customer = async (): Promise<void> => {
      while (next < orders) {
        const pool = pools[next % pools.length] as Pool
        next += 1
        answers.push(await send(pool, 'POST', '/store/orders', { petId: 1, quantity: 1 }))
      }
    }
    await Promise.all(Array.from({ length: atOnce * pools.length }, customer))
    const milliseconds = performance.now() - start
    const left = await Promise.all(pools.map((pool) => send(pool, 'GET', '/inventory/1')))
    return {
      ...countOf(answers),
      stock: Math.max(...left.map(({ json }) => Number(json['quantity']))),
      milliseconds,
    }
  } finally {
    await Promise.all(pools.map((pool) => pool.destroy()))
  }
}

interface Answer {
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
}

function countOf(answers: readonly Answer[]): Pick<Sale, 'sold' | 'refused' | 'failed' | 'ids'> {
  const sold = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 409).length
  return {
    sold: sold.length,
    refused,
    failed: answers.length - sold.length - refused,
    ids: new Set(sold.map(({ json }) => json['id'])).size,
  }
}

async function send(pool: Pool, method: string, path: string, json?: object): Promise<Answer> {
  const { statusCode, body } = await pool.request({
    method,
    path,
    ...(json && { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
  })
  return { status: statusCode, json: (await body.json()) as Answer['json'] }
}
