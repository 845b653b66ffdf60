import type { Answer } from '../answer.ts'
import type { Check, CheckInfo } from '../check.ts'
import { aggregate } from './aggregate.ts'
import { allowOn405 } from './allow-on-405.ts'
import { conditionalRequest } from './conditional-request.ts'
import { contentType } from './content-type.ts'
import { createdListed } from './created-listed.ts'
import { createdReadable } from './created-readable.ts'
import { deletedGone } from './deleted-gone.ts'
import { deprecationHeader } from './deprecation-header.ts'
import { duplicateKeys } from './duplicate-keys.ts'
import { errorShape } from './error-shape.ts'
import { failedWrite } from './failed-write.ts'
import { headAgrees } from './head-agrees.ts'
import { idempotency } from './idempotency.ts'
import { idsUnique } from './ids-unique.ts'
import { informationLeak } from './information-leak.ts'
import { int64 } from './int64.ts'
import { invalidRefused } from './invalid-refused.ts'
import { listFilter } from './list-filter.ts'
import { listLimit } from './list-limit.ts'
import { listOffset } from './list-offset.ts'
import { listTotal } from './list-total.ts'
import { locationResolves } from './location-resolves.ts'
import { noContent } from './no-content.ts'
import { repeatDelete } from './repeat-delete.ts'
import { responseBody } from './response-body.ts'
import { responseHeaders } from './response-headers.ts'
import { responseTime } from './response-time.ts'
import { safeMethods } from './safe-methods.ts'
import { serverError } from './server-error.ts'
import { staleRead } from './stale-read.ts'
import { statusDeclared } from './status-declared.ts'
import { sunsetHeader } from './sunset-header.ts'
import { sunsetOrder } from './sunset-order.ts'
import { unauthorized } from './unauthorized.ts'
import { undeclaredDeprecation } from './undeclared-deprecation.ts'
import { updateVisible } from './update-visible.ts'
import { validAccepted } from './valid-accepted.ts'

/** Looked at on every answer of an operation. */
export const answerChecks: readonly Check<Answer>[] = [
  serverError,
  statusDeclared,
  contentType,
  responseBody,
  errorShape,
  responseHeaders,
  noContent,
  { ...duplicateKeys, judge: (answer) => duplicateKeys.judge({ answer }) },
  informationLeak,
  unauthorized,
  deprecationHeader,
  sunsetHeader,
  sunsetOrder,
  undeclaredDeprecation,
]

/** Every check there is: those above, and those a phase asks with evidence of its own. */
export const checks: readonly CheckInfo[] = [
  ...answerChecks,
  allowOn405,
  headAgrees,
  validAccepted,
  invalidRefused,
  createdReadable,
  createdListed,
  updateVisible,
  deletedGone,
  locationResolves,
  idsUnique,
  staleRead,
  repeatDelete,
  listLimit,
  listOffset,
  listTotal,
  listFilter,
  idempotency,
  conditionalRequest,
  safeMethods,
  failedWrite,
  int64,
  aggregate,
  responseTime,
]
