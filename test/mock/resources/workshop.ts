import { createMock } from '../../../mock/index.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { clientOf, type Send } from '../client.ts'
import { workshopDocument } from './workshop-document.ts'

/** A record with its id. */
export type Known = JsonObject & { readonly id: number }

/** A mock of workshops without records, and shortcuts for what tests do with it. */
export interface Workshop {
  readonly send: Send
  /** The body of the answer to a POST. */
  readonly post: (path: string, body?: JsonObject) => Promise<Known>
  /** The records that a list shows. */
  readonly list: (path: string) => Promise<readonly Known[]>
  /** A shop with racks of these names, and their ids. */
  readonly shopWith: (
    ...racks: readonly string[]
  ) => Promise<{ readonly id: number; readonly racks: readonly number[] }>
  /** A new repair in a rack. */
  readonly repair: (rack: number | undefined, title: string, more?: JsonObject) => Promise<Known>
}

export async function openWorkshop(): Promise<Workshop> {
  const send = clientOf(
    await createMock({
      document: workshopDocument,
      selfCheck: true,
      world: 'empty',
      now: '2030-05-10T12:00:00Z',
    }),
  )
  const post: Workshop['post'] = async (path, body) => (await send('POST', path, body)).body as Known
  const list: Workshop['list'] = async (path) => (await send('GET', path)).body as unknown as readonly Known[]
  return {
    send,
    post,
    list,
    shopWith: async (...racks) => {
      const { id } = await post('/shops', { name: 'Spokes', racks: [...racks] })
      const listed = await list(`/shops/${id}/racks`)
      return { id, racks: listed.map((rack) => rack.id) }
    },
    repair: (rack, title, more = {}) => post(`/racks/${String(rack)}/repairs`, { title, ...more }),
  }
}
