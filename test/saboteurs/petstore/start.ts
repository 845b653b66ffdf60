import { createHash } from 'node:crypto'
import type { Incoming } from '../shared/exchange.ts'
import { parseJson, stringifyJson, integerOrText } from '../shared/json.ts'
import { listen, type Running } from '../shared/server.ts'
import { defects } from './defects/index.ts'
import type { Store } from './defects/tools.ts'
import type { Call } from './server/call.ts'
import { categories } from './server/categories.ts'
import { encode } from './server/encode.ts'
import { createInputs } from './server/inputs.ts'
import { inventory } from './server/inventory.ts'
import { orders } from './server/orders.ts'
import { pets } from './server/pets.ts'
import { route } from './server/routes.ts'
import { createState } from './server/state.ts'
import { answer, createSteps, type Options } from './server/steps.ts'

export interface StartOptions extends Partial<Options> {
  /** The id of a defect; the store is healthy without it. */
  readonly defect?: string
}

/** A healthy store with its own state and parts, which a defect may change. */
function createStore({ auth = false, now = new Date() }: Partial<Options> = {}): Store {
  return {
    parts: {
      state: createState(),
      inputs: createInputs(),
      handlers: { ...pets, ...categories, ...orders, ...inventory },
      codec: { parse: parseJson, stringify: stringifyJson, integer: integerOrText },
      steps: createSteps({ auth, now }),
      tag: (text) => `"${createHash('sha1').update(text).digest('base64url').slice(0, 16)}"`,
    },
    answer,
    encode,
  }
}

/** Serves the Pet Store on a free port of 127.0.0.1, healthy or with one defect. */
export async function startStore({ defect, ...options }: StartOptions = {}): Promise<Running> {
  const store = createStore(options)
  if (defect !== undefined) {
    const enabled = defects.find(({ id }) => id === defect)
    if (enabled === undefined) throw new Error(`There is no defect named ${defect}.`)
    enabled.sabotage(store)
  }
  return listen((incoming: Incoming) => {
    const call: Call = { ...incoming, ...route(incoming.method, incoming.target.split('?', 1)[0]!) }
    return store.encode(call, store.answer(call, store.parts), store.parts)
  })
}
