import { describe, expect, it } from 'vitest'
import { describeApi, type Api } from '../../../contracts/api/api.ts'
import { createRoute, type Route } from '../../../contracts/api/route.ts'
import {
  createSecondOpinion,
  type Opinion,
  type SecondOpinion,
} from '../../../contracts/proxy/second-opinion.ts'
import { loadDocument } from '../../../spec/load.ts'
import {
  explanations,
  type Complaint,
  type Difference,
  type Explanation,
} from './second-opinion/differences.ts'
import { requestsOf, responsesOf, type Sample } from './second-opinion/exchanges.ts'

const documents = [
  'spec/petstore.yaml',
  'fixtures/documents/blog.yaml',
  'fixtures/documents/warehouse.yaml',
  'test/saboteurs/library/openapi.yaml',
  'test/saboteurs/devices/openapi.yaml',
]

interface Comparison {
  /** Messages that both find valid, and that both find broken. */
  readonly agreed: { readonly valid: number; readonly broken: number }
  readonly differences: readonly Difference[]
  /** Messages of which there is no opinion. */
  readonly unjudged: readonly Sample[]
}

async function compare(source: string): Promise<Comparison> {
  const document = await loadDocument(source)
  const api = describeApi(document)
  const judges = {
    api,
    route: createRoute(document, api.router),
    second: await createSecondOpinion(document),
  }
  const pointers = new Set<string>()
  const samples = api.operations.flatMap((operation) => [
    ...requestsOf(api, operation),
    ...responsesOf(api, operation, pointers),
  ])
  const agreed = { valid: 0, broken: 0 }
  const differences: Difference[] = []
  const unjudged: Sample[] = []
  for (const sample of samples) {
    const ours = complaintsOf(sample, judges)
    const theirs = opinionOf(sample, judges)
    if (!ours || !theirs) unjudged.push(sample)
    else if (theirs.isValid !== (ours.length === 0))
      differences.push({ sample, ours, theirs: theirs.reasons })
    else agreed[theirs.isValid ? 'valid' : 'broken'] += 1
  }
  return { agreed, differences, unjudged }
}

interface Judges {
  readonly api: Api
  readonly route: Route
  readonly second: SecondOpinion
}

/** Undefined for a request that has become one of another operation. */
function complaintsOf(sample: Sample, { api, route }: Judges): readonly Complaint[] | undefined {
  const { operation } = sample
  if (sample.side === 'response') return api.responses(operation)(sample.response)
  const { method, path, query } = sample.request
  const match = route(method, path, query)
  if (match.kind !== 'found' || match.operation !== operation) return undefined
  const reading = api.reader(operation)(sample.request, match.params)
  return reading.kind === 'read'
    ? reading.issues
    : [{ in: 'body', keyword: reading.kind, message: reading.message }, ...reading.issues]
}

function opinionOf(sample: Sample, { second }: Judges): Opinion | undefined {
  return sample.side === 'response'
    ? second.ofResponse(sample.operation, sample.response)
    : second.ofRequest(sample.operation, sample.request, sample.request.path)
}

const describeDifference = ({ sample: { operation, side, title }, ours, theirs }: Difference): string => {
  const say = (reasons: readonly string[]): string => (reasons.length === 0 ? 'valid' : reasons.join(' '))
  return `${operation.id} ${side}, ${title}\n  ours:   ${say(ours.map(({ message }) => message))}\n  theirs: ${say(theirs)}`
}

const used = new Set<Explanation>()

describe.each(documents)('our verdicts on %s', (source) => {
  it('agree with prism-http except for explained differences', async () => {
    const { agreed, differences, unjudged } = await compare(source)
    const unexplained = differences.filter((difference) => {
      const matching = explanations.filter(({ explains }) => explains(difference))
      for (const explanation of matching) used.add(explanation)
      return matching.length === 0
    })
    expect(unexplained.map(describeDifference)).toEqual([])
    expect(unjudged.map(({ operation, title }) => `${operation.id}: ${title}`)).toEqual([])
    // Enough of both to mean something.
    expect(agreed.valid).toBeGreaterThan(100)
    expect(agreed.broken).toBeGreaterThan(100)
  }, 120_000)
})

describe('the explanations', () => {
  it.each(explanations.map((explanation) => [explanation.reason, explanation] as const))(
    'are all needed: %s',
    (_, explanation) => {
      expect(used).toContain(explanation)
    },
  )
})
