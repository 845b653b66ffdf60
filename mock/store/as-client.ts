import type { Id, Transaction } from './store.ts'

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

/** Whether an id is the user name of the client's Basic credentials (RFC 7617 §2): clients with an account send its id as such. */
export const isOwnId = (store: Transaction, id: Id): boolean => {
  const [, basic = ''] = /^basic +([A-Za-z\d+/]+={0,2})$/i.exec(credentials.get(store) ?? '') ?? []
  return basic.length % 4 === 0 && atob(basic).startsWith(`${id}:`)
}
