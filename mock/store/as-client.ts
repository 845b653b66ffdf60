import type { Transaction } from './store.ts'

const credentials = new WeakMap<Transaction, string>()

/** The same records, as a client with this `Authorization` sees them. */
export function asClient(store: Transaction, authorization: string): Transaction {
  const own: Transaction = { ...store }
  credentials.set(own, authorization)
  return own
}

/** The token of the client that a request came from; undefined if it sent none. */
export const tokenOf = (store: Transaction): string | undefined =>
  /^\S+ +(\S+)$/.exec(credentials.get(store) ?? '')?.[1]
