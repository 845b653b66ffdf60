import { beforeAll, describe, expect, it } from 'vitest'
import { recordContract, type ContractOptions } from '../../../contracts/index.ts'
import type { Recording } from '../../../contracts/recording.ts'
import type { Document } from '../../../spec/document.ts'
import { loadDocument } from '../../../spec/load.ts'
import { token } from '../../saboteurs/petstore/server/steps.ts'
import { startStore, type StartOptions } from '../../saboteurs/petstore/start.ts'
import { describeDefects } from './describe-service.ts'

const open = await loadDocument()
/** Where every operation wants a token. */
const closed: Document = await loadDocument({ ...open.root, security: [{ bearerAuth: [] }] })

async function check(start: StartOptions, options: Omit<ContractOptions, 'target'> = {}): Promise<Recording> {
  const store = await startStore(start)
  try {
    const access = start.auth ? { document: closed, authToken: token } : { document: open }
    return await recordContract({ target: store.url, ...access, ...options })
  } finally {
    await store.close()
  }
}

const describeFindings = ({ findings }: Recording): readonly string[] =>
  findings.map(({ check: id, operation, message }) => `${id} ${operation}: ${message}`)

describe('a healthy store', () => {
  const circumstances = {
    'that requires a token': { auth: true },
    'after the sunset': { now: new Date('2030-12-06') },
  }
  const runs = new Map<string, Recording>()
  beforeAll(async () => {
    const store = await startStore()
    runs.set('on an ordinary day', await recordContract({ target: store.url }))
    runs.set('that was checked before', await recordContract({ target: store.url }))
    await store.close()
    for (const [name, start] of Object.entries(circumstances)) runs.set(name, await check(start))
  }, 120_000)

  it.each(['on an ordinary day', 'that was checked before', ...Object.keys(circumstances)])(
    '%s has no finding',
    (name) => {
      const run = runs.get(name)!
      expect(describeFindings(run)).toEqual([])
      expect(run.stopped).toBeUndefined()
    },
  )

  it('has no finding with another seed', async () => {
    expect(describeFindings(await check({}, { seed: 2 }))).toEqual([])
  })

  it('answers with every status that its operations declare', () => {
    const all = [...runs.values()]
    const answered = new Set(
      all.flatMap(({ statuses }) => statuses.map((status) => `${status.operation} ${String(status.status)}`)),
    )
    const declared = all[0]!.started.operations.flatMap(({ id, statuses }) =>
      statuses.filter((status) => status !== 'default').map((status) => `${id} ${status}`),
    )
    expect(declared.filter((status) => !answered.has(status))).toEqual([])
  })

  it('gets fewer than 2,000 requests', () => {
    const { finished, cases } = runs.get('on an ordinary day')!
    expect(finished!.requests).toBeLessThan(2000)
    expect(cases.filter(({ verdict }) => verdict.kind === 'passed').length).toBeGreaterThan(400)
  })
})

describe('a store', () => describeDefects('Pet Store'))
