import { expect } from 'vitest'
import { documentOf, type DocumentSource } from './api/document-source.ts'
import {
  createResponseContract,
  isResponse,
  judgeResponse,
  type RequestHint,
  type ResponseContract,
} from './vitest/judge-response.ts'

export { contractTests, type ContractTestOptions } from './vitest/contract-tests.ts'
export type { DocumentSource } from './api/document-source.ts'
export type { Target } from './client/target.ts'
export type { RequestHint } from './vitest/judge-response.ts'

export interface SatisfyContractOptions extends RequestHint {
  /** Used instead of the document given to {@link useContract}. */
  readonly document?: DocumentSource
}

declare module 'vitest' {
  interface Matchers<T> {
    /**
     * Checks that the response is one that its operation declares: status, headers, content type and body. Takes a fetch
     * `Response`, whose body stays readable, or an `HttpResponse`. Must be awaited.
     */
    toSatisfyContract(options?: SatisfyContractOptions): Promise<void>
  }
}

interface ContractSettings {
  /** Base path, such as `/api`, when it is neither the root nor a server of the document. */
  readonly base?: string
}

const inUse: { contract: Promise<ResponseContract> | undefined } = { contract: undefined }

/** Sets the document that `toSatisfyContract` checks against; by default the Pet Store. */
export function useContract(document?: DocumentSource, { base }: ContractSettings = {}): void {
  inUse.contract = documentOf(document).then((loaded) => createResponseContract(loaded, base))
  // The matcher reports the error when it awaits the contract.
  inUse.contract.catch(() => undefined)
}

const contracts = new Map<unknown, Promise<ResponseContract>>()

/** The contract of a document, created once for each. */
function contractOf(document: DocumentSource | undefined): Promise<ResponseContract> {
  if (document === undefined && inUse.contract) return inUse.contract
  const key = document instanceof URL ? document.href : document
  const contract =
    contracts.get(key) ?? documentOf(document).then((loaded) => createResponseContract(loaded, undefined))
  contracts.set(key, contract)
  return contract
}

expect.extend({
  async toSatisfyContract(received: unknown, { document, ...hint }: SatisfyContractOptions = {}) {
    if (!isResponse(received))
      throw new TypeError('toSatisfyContract() is for a fetch Response or an HttpResponse.')
    const { issues, message } = await judgeResponse(await contractOf(document), received, hint)
    const isFine = issues.length === 0
    const verb = isFine ? 'not to satisfy' : 'to satisfy'
    return { pass: isFine, message: () => `Expected the response ${verb} the contract of ${message}` }
  },
})
