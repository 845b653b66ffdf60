import type { Running } from '../shared/server.ts'
import type { Sabotaged } from './sabotage.ts'
import { createService, requireCredentials, serve, type Definition } from './service.ts'
import type { Options } from './steps.ts'

export interface StartOptions extends Partial<Options> {
  /** The id of a defect; the service is healthy without it. */
  readonly defect?: string
}

export interface Started extends Running {
  /** Path of the OpenAPI document that describes it. */
  readonly document: string
}

/** Starts a service, healthy or with one defect. Throws for an unknown defect. */
export async function startService<State>(
  definition: Definition<State>,
  defects: readonly Sabotaged<State>[],
  { defect, auth = false, now = new Date(), rateLimit = Infinity }: StartOptions,
): Promise<Started> {
  const service = createService(definition, { auth, now, rateLimit })
  if (defect !== undefined) {
    const enabled = defects.find(({ id }) => id === defect)
    if (enabled === undefined) throw new Error(`There is no defect named ${defect}.`)
    enabled.sabotage(service)
  }
  return withDocument(await serve(service), definition.document, auth)
}

/** Adds the document that describes the service: a copy that requires credentials if the service does. */
export function withDocument(running: Running, document: string, auth: boolean): Started {
  if (!auth) return { ...running, document }
  const { path, remove } = requireCredentials(document)
  const close = async (): Promise<void> => {
    remove()
    await running.close()
  }
  return { ...running, document: path, close }
}
