import type { Check, CheckInfo } from '../check.ts'
import type { Answer } from '../interaction.ts'
import { aggregate } from './aggregate.ts'
import { allowOn405 } from './allow-on-405.ts'
import { batchResults } from './batch-results.ts'
import { changedLast } from './changed-last.ts'
import { charset } from './charset.ts'
import { conditionalRequest } from './conditional-request.ts'
import { contentCoding } from './content-coding.ts'
import { contentLength } from './content-length.ts'
import { contentType } from './content-type.ts'
import { cors } from './cors.ts'
import { createdListed } from './created-listed.ts'
import { createdReadable } from './created-readable.ts'
import { defaults } from './defaults.ts'
import { deletedGone } from './deleted-gone.ts'
import { deprecationHeader } from './deprecation-header.ts'
import { describedValue } from './described-value.ts'
import { duplicateHeaders } from './duplicate-headers.ts'
import { duplicateKeys } from './duplicate-keys.ts'
import { errorShape } from './error-shape.ts'
import { etagStable } from './etag-stable.ts'
import { failedWrite } from './failed-write.ts'
import { hasMore } from './has-more.ts'
import { headAgrees } from './head-agrees.ts'
import { hierarchy } from './hierarchy.ts'
import { idempotency } from './idempotency.ts'
import { idsUnique } from './ids-unique.ts'
import { informationLeak } from './information-leak.ts'
import { int64 } from './int64.ts'
import { invalidRefused } from './invalid-refused.ts'
import { linkTargets } from './link-targets.ts'
import { listFilter } from './list-filter.ts'
import { listLimit } from './list-limit.ts'
import { listOffset } from './list-offset.ts'
import { listOrder } from './list-order.ts'
import { listTotal } from './list-total.ts'
import { listedReadable } from './listed-readable.ts'
import { locationResolves } from './location-resolves.ts'
import { mergePatch } from './merge-patch.ts'
import { nextLink } from './next-link.ts'
import { noContent } from './no-content.ts'
import { notAcceptable } from './not-acceptable.ts'
import { optionsAllow } from './options-allow.ts'
import { pagePosition } from './page-position.ts'
import { putCreated } from './put-created.ts'
import { readOnly } from './read-only.ts'
import { redirects } from './redirects.ts'
import { refusalStatus } from './refusal-status.ts'
import { relation } from './relation.ts'
import { repeatDelete } from './repeat-delete.ts'
import { repeatPut } from './repeat-put.ts'
import { responseBody } from './response-body.ts'
import { responseHeaders } from './response-headers.ts'
import { responseTime } from './response-time.ts'
import { restored } from './restored.ts'
import { retryAfter } from './retry-after.ts'
import { safeMethods } from './safe-methods.ts'
import { serverError } from './server-error.ts'
import { shownOnce } from './shown-once.ts'
import { staleRead } from './stale-read.ts'
import { states } from './states.ts'
import { statusDeclared } from './status-declared.ts'
import { sunsetHeader } from './sunset-header.ts'
import { sunsetOrder } from './sunset-order.ts'
import { timeOffset } from './time-offset.ts'
import { unauthorized } from './unauthorized.ts'
import { undeclaredDeprecation } from './undeclared-deprecation.ts'
import { unsupportedMediaType } from './unsupported-media-type.ts'
import { updateVisible } from './update-visible.ts'
import { uploadedContent } from './uploaded-content.ts'
import { validAccepted } from './valid-accepted.ts'
import { validators } from './validators.ts'
import { version } from './version.ts'
import { writeOnly } from './write-only.ts'

/** Checks of every answer of an operation. */
export const answerChecks: readonly Check<Answer>[] = [
  serverError,
  statusDeclared,
  contentType,
  responseBody,
  describedValue,
  errorShape,
  responseHeaders,
  noContent,
  { ...duplicateKeys, judge: (answer) => duplicateKeys.judge({ answer }) },
  informationLeak,
  charset,
  writeOnly,
  duplicateHeaders,
  cors,
  validators,
  contentCoding,
  { ...contentLength, judge: (answer) => contentLength.judge({ answer }) },
  unauthorized,
  deprecationHeader,
  sunsetHeader,
  sunsetOrder,
  undeclaredDeprecation,
]

/** Checks of 5xx answers; the others would only report the same cause again. */
export const failureChecks: readonly Check<Answer>[] = [serverError, informationLeak]

/** All checks: those of every answer, and those that phases call with evidence of their own. */
export const checks: readonly CheckInfo[] = [
  ...answerChecks,
  allowOn405,
  headAgrees,
  validAccepted,
  invalidRefused,
  refusalStatus,
  createdReadable,
  createdListed,
  listedReadable,
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
  redirects,
  retryAfter,
  notAcceptable,
  unsupportedMediaType,
  optionsAllow,
  pagePosition,
  batchResults,
  etagStable,
  linkTargets,
  nextLink,
  hasMore,
  listOrder,
  hierarchy,
  readOnly,
  repeatPut,
  putCreated,
  mergePatch,
  states,
  version,
  changedLast,
  shownOnce,
  uploadedContent,
  restored,
  relation,
  defaults,
  timeOffset,
]
