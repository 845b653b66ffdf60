import { fine, type Check } from '../check.ts'

export interface BatchResultsEvidence {
  /** The number of records that the request has. */
  readonly sent: number
  /** What each result tells: the place of its record in the request, if it does, and whether the record was accepted. */
  readonly results: readonly { readonly place: number | undefined; readonly isSuccess: boolean }[]
  /** Where results count the records from; undefined if the document does not say. */
  readonly first: number | undefined
  /** The property that counts the successes, if there is one. */
  readonly count: { readonly source: string; readonly told: number } | undefined
}

/** A response to a request for several records has a result for each of them. */
export const batchResults: Check<BatchResultsEvidence> = {
  id: 'batch-results',
  title: 'Requests for several records get a result for each',
  severity: 'error',
  requirement: 'The results of the response in the document',
  judge({ sent, results, first, count }) {
    if (results.length !== sent)
      return [
        {
          cause: 'missing',
          expected: `${String(sent)} results for ${String(sent)} records`,
          actual: String(results.length),
        },
      ]
    const begin = first ?? Math.min(1, results[0]?.place ?? 0)
    const wrong = results.findIndex(({ place }, index) => place !== undefined && place !== begin + index)
    if (wrong >= 0)
      return [
        {
          cause: 'place',
          expected: `place ${String(begin + wrong)} in the result of record ${String(wrong + 1)}`,
          actual: String(results[wrong]?.place),
        },
      ]
    const successes = results.filter(({ isSuccess }) => isSuccess).length
    if (count === undefined || count.told === successes) return fine
    return [
      {
        cause: count.source,
        expected: `${count.source} = ${String(successes)}, the number of records that were accepted`,
        actual: String(count.told),
      },
    ]
  },
}
