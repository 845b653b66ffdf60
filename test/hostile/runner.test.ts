import { expect, it } from 'vitest'
import { recordContract, type Recording } from '../../contracts/index.ts'

const content = (schema: object): object => ({ 'application/json': { schema } })

/** A run against what answers everything with that. */
function run(document: object, answer: unknown, maxRequests: number): Promise<Recording> {
  return recordContract({
    target: ({ method }: Request) =>
      Promise.resolve(method === 'HEAD' ? new Response(null) : Response.json(answer)),
    document,
    maxRequests,
    phases: ['examples', 'coverage', 'stateful'],
  })
}

const verdicts = ({ cases }: Recording): ReadonlySet<string> =>
  new Set(cases.map(({ verdict }) => verdict.kind))

it('far more operations than requests: some are judged, and the report says where it ended', async () => {
  const operation = (id: string): object => ({
    operationId: id,
    responses: { 200: { description: 'ok', content: content({ type: 'object' }) } },
  })
  const paths = Array.from({ length: 400 }, (_, index) => [
    `/sums${String(index)}`,
    { get: operation(`sum${String(index)}`) },
  ])
  const recording = await run(
    { openapi: '3.1.0', info: { title: 'Sums', version: '1' }, paths: Object.fromEntries(paths) as object },
    { sum: 1 },
    100,
  )
  expect(recording.stopped?.reason).toBe('max-requests')
  expect(recording.finished?.requests).toBe(100)
  expect(verdicts(recording)).toContain('passed')
  expect(recording.findings).toEqual([])
})
