import type { Id, Transaction } from './store.ts'

/** What a request tells of who has sent it. */
export interface Client {
  /** The field value, if there is one. */
  readonly authorization: string | undefined
  /** Everything that may be the token of a session: of `Authorization`, of cookies, and of API keys. */
  readonly tokens: readonly string[]
}

const clients = new WeakMap<Transaction, Client>()

/** The same records, as a client sees them. */
export function asClient(store: Transaction, client: Client): Transaction {
  const own: Transaction = { ...store }
  clients.set(own, client)
  return own
}

/** What the client that a request came from has sent as tokens. */
export const tokensOf = (store: Transaction): readonly string[] => clients.get(store)?.tokens ?? []

/** Whether an id is the user name of the client's Basic credentials (RFC 7617 §2): clients with an account send its id as such. */
export const isOwnId = (store: Transaction, id: Id): boolean => {
  const sent = clients.get(store)?.authorization ?? ''
  const [, basic = ''] = /^basic +([A-Za-z\d+/]+={0,2})$/i.exec(sent) ?? []
  return basic.length % 4 === 0 && atob(basic).startsWith(`${id}:`)
}
