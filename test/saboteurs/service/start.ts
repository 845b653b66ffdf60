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
  const running = await serve(service)
  const { path, remove } = auth
    ? secured(definition.document)
    : { path: definition.document, remove: () => undefined }
  const closeAll = async (): Promise<void> => {
    remove()
    await running.close()
  }
  return { url: running.url, document: path, close: closeAll }
}
