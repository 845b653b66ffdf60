import {
  responseFor,
  type Document,
  type MediaType,
  type Operation,
  type Response,
} from '../../../spec/document.ts'
import type { HttpRequest } from '../../../spec/http.ts'
import { concreteType, isJsonType, isXmlType } from '../../../spec/http/media-type.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { addedErrors } from '../../../spec/undescribed/added-errors.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Issue } from '../../../spec/validate.ts'
import type { Refused } from '../../behaviour.ts'
import { withDeclaredStatus } from '../../http/declared-status.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import { chooseMedia } from '../response/choose-media.ts'
import type { Payload } from '../response/payload.ts'
import { allowsStatus, commonError, errorMedia } from './common-error.ts'
import type { ErrorFacts } from './error-facts.ts'
import { asJson, asXml, createFormat, type ErrorFormat, type ErrorWriterOptions } from './error-format.ts'
import { namedCode } from './named-code.ts'
import { plainErrorOf } from './plain-error.ts'
import { statusText } from './status-text.ts'

/** What an error response contains. */
interface WrittenError {
  readonly status: number
  readonly payload: Payload
}

/** Writes refusals in the document's error format. */
export interface ErrorWriter {
  /**
   * Writes a refusal with the status that the operation declares for such refusals.
   * @param operation Any operation of the path if the method has none; undefined if there is no such path.
   */
  write(
    refused: Refused,
    operation: Operation | undefined,
    request: HttpRequest,
    now: Date,
  ): MaybePromise<WrittenError>
}

/**
 * Writes refusals in the schema that the operation declares for the status, else in the most common error schema of the
 * document, else as `{ code, message, status, details }`. The format is JSON, unless the client prefers another declared
 * media type, or the document has XML and no JSON.
 */
export function createErrorWriter(options: ErrorWriterOptions): ErrorWriter {
  const formats = new Map<string, ErrorFormat>()
  const formatOf = (media: MediaType): ErrorFormat => {
    return getOrInsertComputed(formats, media.pointer, () => createFormat(options, media))
  }
  const common = commonError(options)
  const plain = plainErrorOf(options.operations)
  const asPlain = isXmlOnly(options.operations) ? asXml : asJson
  return {
    write(given, operation, request, now) {
      const refused = operation ? withDeclaredStatus(operation, given) : given
      const isUntold =
        operation && refused !== given && given.status !== 400 && leavesOpen(options.document, operation)
      const facts = factsOf(isUntold ? given : refused, operation, request.path, now)
      const { status } = facts
      const declared = operation && responseFor(operation, refused.status)
      // What is listed of invalid input is a text in other errors.
      if (isUntold && listsDetails(options.document, declared))
        return { status, payload: asJson({ detail: facts.message }) }
      const content = declared?.content ?? []
      const other =
        content.length === 0 && common && allowsStatus(options, common, facts) ? common : undefined
      const media = chooseMedia(errorMedia(content), request) ?? other
      return after(media && formatOf(media)(facts), (payload) => ({
        status,
        payload: payload ?? asPlain(plain(facts)),
      }))
    },
  }
}

/** Errors about the client rather than about the request. */
const ofClient = /^(?:40[1378]|429)$/

/** Whether the author of the document tells no error: a status that the framework declares for invalid input says nothing of others. */
function leavesOpen(document: Document, operation: Operation): boolean {
  const added = addedErrors(document, operation)
  const isAuthors = (status: string): boolean =>
    !/^[23]/.test(status) && !added.has(status) && !ofClient.test(status)
  return added.size > 0 && !operation.responses.some(({ status }) => isAuthors(status))
}

function listsDetails(document: Document, response: Response | undefined): boolean {
  const schema = response?.content[0]?.schema
  const detail = schema && possiblePropertiesOf(document, schema).get('detail')
  return detail !== undefined && typesOf(document, detail).has('array')
}

/** Whether the document's responses have XML but no JSON. */
function isXmlOnly(operations: readonly Operation[]): boolean {
  const types = operations.flatMap(({ responses }) =>
    responses.flatMap(({ content }) => content.map(({ type }) => type)),
  )
  return types.some(isXmlType) && !types.some((type) => isJsonType(concreteType(type)))
}

function factsOf(
  refused: Refused,
  operation: Operation | undefined,
  instance: string,
  now: Date,
): ErrorFacts {
  const { status, message } = refused
  const details = distinct(refused.details ?? [])
  const code = (operation && namedCode(refused, operation)) ?? refused.code
  return { status, code, title: statusText(status), message, details, instance, now }
}

/** Without what several parts of a schema say of the same value. */
const distinct = (details: readonly Issue[]): readonly Issue[] =>
  details.length < 2
    ? details
    : [...new Map(details.map((each) => [`${each.in} ${each.path} ${each.message}`, each])).values()]
