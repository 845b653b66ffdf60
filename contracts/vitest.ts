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
  /** In place of the one given to {@link useContract}. */
  readonly document?: DocumentSource
}

declare module 'vitest' {
  interface Matchers<T> {
    /**
     * The response is one that its operation declares: status, header fields, content type and body. For a fetch
     * `Response`, whose body stays readable, or an `HttpResponse`. To be awaited.
     */
    toSatisfyContract(options?: SatisfyContractOptions): Promise<void>
  }
}

/** Where paths begin that are below neither the root nor a server of the document: `/api`. */
interface ContractSettings {
  readonly base?: string
}

const inUse: { contract: Promise<ResponseContract> | undefined } = { contract: undefined }

/** What `toSatisfyContract` judges by from now on; without this it is the Pet Store. */
export function useContract(document?: DocumentSource, { base }: ContractSettings = {}): void {
  inUse.contract = documentOf(document).then((loaded) => createResponseContract(loaded, base))
  // Whoever awaits it is told.
  inUse.contract.catch(() => undefined)
}

const contracts = new Map<unknown, Promise<ResponseContract>>()

/** Worked out once for each document. */
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
