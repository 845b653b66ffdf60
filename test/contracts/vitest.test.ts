import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contractTests, useContract } from '../../contracts/vitest.ts'
import { createMock } from '../../mock/index.ts'
import { runSuites, type SuiteResult, type TestResult } from './vitest/run-suites.ts'
import { serveThings, things } from './vitest/things.ts'

const petStore = await createMock({ now: '2026-01-01' })

// The mock keeps the contract of its own document, in process and without a port: as an app, and as a fetch handler.
contractTests(express().use(petStore.express()), undefined, { phases: ['examples', 'lifecycle'] })
contractTests(petStore, petStore.document, { phases: ['lifecycle'], include: ['list*'] })

describe('contractTests', () => {
  let suites: ReadonlyMap<string, SuiteResult>
  const testNamed = (name: string): TestResult | undefined =>
    suites.get('things')?.tests.find(({ fullName }) => fullName === `contract of Things ${name}`)

  beforeAll(async () => {
    suites = await runSuites()
  })

  it('registers a test for each operation, in the order of the document', () => {
    expect(suites.get('things')?.tests.map(({ fullName }) => fullName)).toEqual([
      'contract of Things GET /things (listThings)',
      'contract of Things GET /things/{id} (getThing)',
      'contract of Things GET /broken (getBroken)',
      'contract of Things GET /old (getOld)',
      'contract of Things GET /nowhere/{word}',
    ])
  })

  it('passes the operations that keep the contract', () => {
    expect(testNamed('GET /things (listThings)')?.status).toBe('passed')
    expect(testNamed('GET /things/{id} (getThing)')?.status).toBe('passed')
  })

  it('fails an operation with all of its findings', () => {
    const { status, failureMessages = [] } = testNamed('GET /broken (getBroken)') ?? {}
    const [message = ''] = failureMessages
    expect(status).toBe('failed')
    expect(message).toContain('GET /broken (getBroken) breaks its contract (2 findings):')
    expect(message).toMatch(/✗ error response-body Response bodies match their schema [0-9a-f]{12}\n/)
    expect(message).toMatch(
      /expected +a body that matches its schema \(type at \/id\)\n +got +a mismatch: "one" must be an integer\n/,
    )
    expect(message).toContain('1 must be a string')
    expect(message).toMatch(/required by #\/paths\/~1broken\/get\/responses\/200\//)
    expect(message).toMatch(/curl +curl -i http:\/\/127\.0\.0\.1:\d+\/broken/)
  })

  it('says how to run a case again in process, without a stack of the runner', () => {
    const [message = ''] = testNamed('GET /broken (getBroken)')?.failureMessages ?? []
    expect(message).toContain("contractTests(…, …, { seed: 1, only: 'examples/getBroken/request' })")
    expect(message).not.toContain('contract-tests.ts')
  })

  it('does not fail for warnings, unless configured to', () => {
    expect(testNamed('GET /old (getOld)')?.status).toBe('passed')
    const [strict, ...others] = suites.get('strict')?.tests ?? []
    expect(strict?.failureMessages[0]).toContain('! warning deprecation-header')
    expect(others).toEqual([])
  })

  it('skips operations that could not be judged', () => {
    expect(testNamed('GET /nowhere/{word}')?.status).toBe('skipped')
  })

  it('fails as a whole if the API cannot be reached', () => {
    const { status, tests } = suites.get('unreachable') ?? {}
    expect(status).toBe('failed')
    expect(tests?.map((test) => test.status)).toEqual(Array.from({ length: 5 }, () => 'skipped'))
  })

  it('fails as a whole if the document is unusable', () => {
    const { status, message } = suites.get('unreadable') ?? {}
    expect(status).toBe('failed')
    expect(message).toContain('no-such-document.yaml:1:1  not-found  The file does not exist.')
  })
})

describe('toSatisfyContract', () => {
  let server: Server
  let url: string

  beforeAll(async () => {
    server = createServer(serveThings).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  })
  beforeEach(() => useContract(things))
  afterAll(() => void server.close())

  const failure = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    return error instanceof Error ? error.message : 'nothing failed'
  }

  it('finds the operation by the URL of the response, and leaves its body readable', async () => {
    const response = await fetch(`${url}/things/1`)
    await expect(response).toSatisfyContract()
    expect(await response.json()).toEqual({ id: 1, name: 'One' })
  })

  it('lists every violation with its place in the document and the received value', async () => {
    const message = await failure(expect(await fetch(`${url}/broken`)).toSatisfyContract())
    expect(message).toContain(
      'Expected the response to satisfy the contract of getBroken (GET /broken) in (object):',
    )
    expect(message).toContain('body/id: "one" must be an integer. [type, #/paths/~1broken/get/responses/200/')
    expect(message).toContain('body/name: 1 must be a string. [type, ')
    expect(message).toContain('Received: 200 application/json {"id":"one","name":1}')
  })

  it('names the line if the document is a file', async () => {
    const body = JSON.stringify({ id: 1, name: '', categoryId: 1, status: 'sold' })
    const response = { status: 200, headers: { 'content-type': 'application/json' }, body }
    const message = await failure(
      expect(response).toSatisfyContract({ document: 'spec/petstore.yaml', operation: 'getPet' }),
    )
    expect(message).toMatch(/body\/name: .+ \[minLength, spec\/petstore\.yaml:\d+:\d+\]/)
  })

  it('judges status, header fields and content type too', async () => {
    const plain = (status: number, headers: Record<string, string>): object => ({
      status,
      headers,
      body: '[]',
    })
    const pets = { document: 'spec/petstore.yaml', operation: 'GET /pets' }
    const type = { 'content-type': 'application/json', 'x-total-count': '0' }
    await expect(plain(200, type)).toSatisfyContract(pets)
    expect(
      await failure(expect(plain(200, { ...type, 'x-total-count': 'many' })).toSatisfyContract(pets)),
    ).toContain('header X-Total-Count: ')
    expect(
      await failure(expect(plain(200, { 'content-type': 'text/html' })).toSatisfyContract(pets)),
    ).toContain('header Content-Type: ')
    expect(
      await failure(
        expect(plain(203, type)).toSatisfyContract({ document: things, operation: 'listThings' }),
      ),
    ).toContain('listThings does not declare the status 203. It declares 200.')
  })

  it('can be negated', async () => {
    await expect(await fetch(`${url}/broken`)).not.toSatisfyContract()
    const message = await failure(expect(await fetch(`${url}/things/1`)).not.toSatisfyContract())
    expect(message).toContain('Expected the response not to satisfy the contract of getThing')
  })

  it('accepts a response to HEAD without a body', async () => {
    await expect(await fetch(`${url}/things/1`, { method: 'HEAD' })).toSatisfyContract({ method: 'HEAD' })
  })

  it('finds operations below a base, or below a server of the document', async () => {
    const response = { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' }
    expect(await failure(expect(response).toSatisfyContract({ url: '/api/things' }))).toContain(
      'The document has no GET /api/things.',
    )
    useContract(things, { base: '/api' })
    await expect(response).toSatisfyContract({ url: '/api/things?limit=1' })
    useContract({
      ...things,
      servers: [{ url: 'https://things.test/{version}/', variables: { version: { default: 'v1' } } }],
    })
    await expect(response).toSatisfyContract({ url: 'http://127.0.0.1/v1/things' })
  })

  it.each([
    [{}, "The response has no URL: pass { operation: 'id' } or { url }."],
    [
      { url: '/things', method: 'post' },
      'The document has no POST /things. The path has GET, HEAD, OPTIONS: pass { method }.',
    ],
    [{ operation: 'nothing' }, "(object) has no operation 'nothing'."],
  ])('says what it needs if given %j', async (hint, message) => {
    expect(await failure(expect(new Response('[]')).toSatisfyContract(hint))).toBe(message)
    expect(await failure(expect(new Response('[]')).not.toSatisfyContract(hint))).toBe(message)
  })

  it('refuses values that are not responses, and responses whose body was read', async () => {
    expect(await failure(expect('a text').toSatisfyContract())).toContain(
      'is for a fetch Response or an HttpResponse',
    )
    const response = await fetch(`${url}/things/1`)
    await response.text()
    expect(await failure(expect(response).toSatisfyContract())).toContain('has already been read')
  })

  it('uses the Pet Store without useContract', async () => {
    useContract()
    const response = await petStore.fetch(new Request('http://pets.test/pets/1'))
    await expect(response).toSatisfyContract({ url: '/pets/1' })
  })
})
