import { createHash } from 'node:crypto'
import { defects } from './defects.ts'
import { encode } from './encode.ts'
import type { Call, Incoming } from './exchange.ts'
import { createInputs } from './inputs.ts'
import { parseJson, stringifyJson } from './json.ts'
import { strictInteger } from './read.ts'
import { route } from './routes.ts'
import { categories } from './rules/categories.ts'
import { inventory } from './rules/inventory.ts'
import { orders } from './rules/orders.ts'
import { pets } from './rules/pets.ts'
import { listen, type Running } from './server.ts'
import { createState } from './state.ts'
import { answer, createSteps, type Options } from './steps.ts'
import type { Store } from './sabotage.ts'

export interface StartOptions extends Partial<Options> {
  /** The id of a defect to have; none without it. */
  readonly defect?: string
}

/** A healthy store, made of parts of its own. */
function createStore({ auth = false, now = new Date() }: Partial<Options> = {}): Store {
  return {
    parts: {
      state: createState(),
      inputs: createInputs(),
      handlers: { ...pets, ...categories, ...orders, ...inventory },
      codec: { parse: parseJson, stringify: stringifyJson, integer: strictInteger },
      steps: createSteps({ auth, now }),
      tag: (text) => `"${createHash('sha1').update(text).digest('base64url').slice(0, 16)}"`,
    },
    answer,
    encode,
  }
}

/** Serves the Pet Store on a free port of 127.0.0.1, whole or with one defect. */
export async function startStore({ defect, ...options }: StartOptions = {}): Promise<Running> {
  const store = createStore(options)
  if (defect !== undefined) {
    const found = defects.find(({ id }) => id === defect)
    if (found === undefined) throw new Error(`There is no defect named ${defect}.`)
    found.sabotage(store)
  }
  return listen((incoming: Incoming) => {
    const call: Call = { ...incoming, ...route(incoming.method, incoming.target.split('?', 1)[0]!) }
    return store.encode(call, store.answer(call, store.parts), store.parts)
  })
}
