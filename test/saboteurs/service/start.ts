import type { Running } from '../server.ts'
import type { Sabotaged } from './sabotage.ts'
import { createService, secured, serve, type Definition } from './service.ts'
import type { Options } from './steps.ts'

export interface StartOptions extends Partial<Options> {
  /** The id of a defect to have; none without it. */
  readonly defect?: string
}

export interface Started extends Running {
  /** Path of the OpenAPI document that holds for this one. */
  readonly document: string
}

/** Starts a service, whole or with one defect. Throws for a defect that it cannot have. */
export async function startService<State>(
  definition: Definition<State>,
  defects: readonly Sabotaged<State>[],
  { defect, auth = false, now = new Date(), rateLimit = Infinity }: StartOptions,
): Promise<Started> {
  const service = createService(definition, { auth, now, rateLimit })
  if (defect !== undefined) {
    const found = defects.find(({ id }) => id === defect)
    if (found === undefined) throw new Error(`There is no defect named ${defect}.`)
    found.sabotage(service)
  }
  return withDocument(await serve(service), definition.document, auth)
}

/** With the document that holds for it, which is another where credentials are required. */
export function withDocument(running: Running, document: string, auth: boolean): Started {
  if (!auth) return { ...running, document }
  const { path, remove } = secured(document)
  const close = async (): Promise<void> => {
    remove()
    await running.close()
  }
  return { ...running, document: path, close }
}
