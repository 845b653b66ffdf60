import { responseFor } from '../../../spec/document.ts'
import { deletionGuards } from '../../../spec/inference/states/refusals/deletion-guards.ts'
import { memberAt, type JsonObject } from '../../../spec/json.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint } from '../endpoint.ts'
import { nameOf } from '../identity/identity.ts'

/** Refuses to delete a record with a flag that prevents it: "If true, prevents the server from being deleted". */
export function protectedRecord(endpoint: Endpoint, id: Id, record: JsonObject): Refused | undefined {
  const guard = guardsOf(endpoint).find((path) => memberAt(record, path) === true)
  return (
    guard &&
    refuse(
      statusOf(endpoint),
      'protected',
      `The ${nameOf(endpoint.resource, id)} is protected: ${guard.join('.')} is true.`,
    )
  )
}

const guardsOf = perObject(({ options: { document }, resource }: Endpoint) =>
  deletionGuards(document, resource.record),
)

/** 423 is for what is locked (RFC 4918 §11.3), 409 for any other conflict with the state of a record. */
const statusOf = ({ declared }: Endpoint): number => (responseFor(declared, 423) ? 423 : 409)
