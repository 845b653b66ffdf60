import type { Operation } from '../../spec/document.ts'
import { accepted } from '../attempts/accepted-request.ts'
import { isWanted, slug, type Case, type Phase } from '../case.ts'
import { inconclusive, type Context } from '../context.ts'
import { correspondsToHead } from '../requests/paths.ts'

/** Tests that operations announce deprecation and sunset exactly if the document declares them. */
export const lifecycle: Phase = {
  name: 'lifecycle',
  isParallel: true,
  requestsPerCase: () => 0.5,
  plan(api, options) {
    return api.operations
      .filter((each) => isWanted(each, options))
      .map(
        (operation) =>
          ({
            path: `lifecycle/${slug(operation.id)}/announced`,
            phase: 'lifecycle',
            operation: operation.id,
            title: `${operation.method} ${operation.path} ${expectation(operation)}`,
            group: operation.id,
            run: (context) => announce(context, operation),
          }) satisfies Case,
      )
  },
}

function expectation({ lifecycle: { deprecated, sunset } }: Operation): string {
  if (!deprecated && sunset === undefined) return 'announces no deprecation'
  return sunset === undefined ? 'announces its deprecation' : 'announces its deprecation and its sunset'
}

/** Obtains one response: the checks that run on every response judge it. */
async function announce(context: Context, operation: Operation): Promise<void> {
  const { retired, succeeded } = context.run
  const isAnnounced = operation.lifecycle.deprecated || operation.lifecycle.sunset !== undefined
  if (retired.has(operation.id) || (succeeded.has(operation.id) && !isAnnounced)) return
  const { template } = await accepted(context, operation).catch((error: unknown) => {
    if (context.run.retired.has(operation.id)) return { template: undefined }
    throw error
  })
  if (!template) return
  if (operation.method === 'GET' && correspondsToHead(context.api, operation)) {
    const draft = await context.instantiate(operation, template)
    const answer = await context.send({ ...draft, method: 'HEAD' }, 'valid')
    if (answer.status === 405 || answer.status === 501) throw inconclusive('HEAD is not supported.')
  }
}
