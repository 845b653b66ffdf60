import { resetsOmitted } from '../../spec/inference/records/described-writes.ts'
import type { RoleOperation } from './api.ts'

/** Whether a change gives up what it omits: it replaces the whole record (RFC 9110 §9.3.4), or its description says so. */
export const replaces = ({ operation, role }: RoleOperation): boolean =>
  role.role === 'replace' || (operation.method === 'PUT' && resetsOmitted(operation))
