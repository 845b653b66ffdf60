import { filesIn } from '../../../spec/body/files.ts'
import { requestSchema } from '../../../spec/inference/bodies/content.ts'
import { filePropertiesOf, type FileFact } from '../../../spec/inference/uploads/file-properties.ts'
import type { Upload } from '../../../spec/inference/uploads/uploads.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { RequestValues } from '../../../spec/request.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { concatBytes } from '../../../spec/util/concat-bytes.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, ReceivedUpload, RequestContext } from '../endpoint.ts'
import { sentRecord } from '../identity/identity.ts'
import { checksumOf } from './checksum.ts'
import { fileBelow } from './file-part.ts'
import { contentOf, putContent, type StoredContent } from './stored-content.ts'

/**
 * Reads the file in a request. Its size, name, type and checksums are set in the record, unless the client sent them. If the record
 * counts the bytes that were received, the content is appended to what was received before.
 * @param id the record before the upload; undefined for a new one
 */
export async function receiveUpload(
  { resource, operation, options, declared }: Endpoint,
  context: RequestContext,
  upload: Upload,
  id: Id | undefined,
): Promise<ReceivedUpload | undefined> {
  const file = fileIn(context.request, upload)
  if (!file) return undefined
  const names = filePropertiesOf(options.document, resource.record)
  const place = { ...context, part: fileBelow(options, declared, resource)?.part }
  const received = names.get('received')
  const before = received !== undefined && id !== undefined ? await contentOf(resource, place, id) : undefined
  const whole = before ? { ...file, bytes: concatBytes([before.bytes, file.bytes]) } : file
  const schema = operation.role === 'update' ? requestSchema(declared) : undefined
  // A partial change leaves the name as it is that clients can change beside the file.
  const isNamed = schema && possiblePropertiesOf(options.document, schema).has(names.get('name') ?? '')
  const named = isNamed ? { ...whole, name: undefined } : whole
  const facts = received === undefined ? await factsOf(named) : { received: whole.bytes.length }
  const sent = sentRecord(operation, context.request) ?? {}
  const properties = propertiesOf(names, facts, sent)
  return { properties, store: (saved) => putContent(resource, place, saved, whole) }
}

function propertiesOf(names: ReadonlyMap<FileFact, string>, facts: Facts, sent: JsonObject): JsonObject {
  const name = names.get('name')
  const given = name === undefined ? undefined : sent[name]
  const known: Facts =
    typeof given === 'string' ? { ...facts, name: undefined, extension: extensionOf(given) } : facts
  return Object.fromEntries(
    [...names].flatMap(([fact, property]): (readonly [string, Json])[] => {
      const value = known[fact]
      return value === undefined || Object.hasOwn(sent, property) ? [] : [[property, value]]
    }),
  )
}

type Facts = { readonly [Fact in FileFact]?: string | number | undefined }

/** What content says of itself, and its name of the content. */
export async function factsOf({ bytes, name, type }: StoredContent): Promise<Facts> {
  const [md5, sha1, sha256] = await Promise.all(
    (['md5', 'sha1', 'sha256'] as const).map(async (algorithm) => checksumOf(algorithm, bytes)),
  )
  const extension = name === undefined ? undefined : extensionOf(name)
  return { size: bytes.length, name, type, extension, md5, sha1, sha256 }
}

/** The extension of a file name, without the dot. */
const extensionOf = (name: string): string | undefined => /[^.]\.(\w+)$/.exec(name)?.[1]

/** The file in a request; its type is undefined if the client names none but "bytes". */
export function fileIn(
  { body, mediaType, contentType }: RequestValues,
  { part }: Upload,
): StoredContent | undefined {
  if (part !== undefined) {
    const file = filesIn(body)?.get(part)
    if (!file) return undefined
    const { content, filename, contentType: type } = file
    return { bytes: content, name: filename, type: type ?? 'application/octet-stream' }
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  if (!(bytes instanceof Uint8Array)) return undefined
  const type = (contentType ?? mediaType?.type)?.replace(/;.*/s, '').trim()
  return { bytes, name: undefined, type: type === 'application/octet-stream' ? undefined : type }
}
