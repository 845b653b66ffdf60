import { responseFor, type Operation, type Pointer } from '../../../../spec/document.ts'
import { header } from '../../../../spec/http.ts'
import { parseMediaType } from '../../../../spec/http/media-type.ts'
import { normalizedSentences, sentencesOf } from '../../../../spec/inference/prose/sentences.ts'
import { isDownload, uploadOf } from '../../../../spec/inference/uploads/uploads.ts'
import { isJsonObject } from '../../../../spec/json.ts'
import { parameterNames } from '../../../../spec/routing/path-template.ts'
import { isSuccess } from '../../../answer.ts'
import type { Api } from '../../../api/api.ts'
import { acceptedDraft } from '../../../attempts/accepted-request.ts'
import { uploadedContent } from '../../../checks/uploaded-content.ts'
import { inconclusive, type Context } from '../../../context.ts'
import {
  bindTo,
  bodyValue,
  encodeDraft,
  plainDraft,
  textOfId,
  withBody,
  withContent,
} from '../../../draft.ts'
import type { Draft, Fixture } from '../../../interaction.ts'

/** The operation that responds with the only file that another one uploads to a record; undefined unless there is one only. */
export function downloadOf({ document, model, operations }: Api, upload: Operation): Operation | undefined {
  const file = upload.method === 'GET' ? undefined : uploadOf(document, upload)
  if (!file) return undefined
  const { resource, operation: role } = model.roles.get(upload.id) ?? {}
  const item = role?.role === 'create' ? resource?.itemPath : undefined
  const downloads = operations.filter(({ path }) =>
    item === undefined
      ? path === upload.path
      : path === item || (path.startsWith(`${item}/`) && !path.slice(item.length + 1).includes('/')),
  )
  const [download, ...others] = downloads.filter((each) => isDownload(document, each))
  const isPlain = download?.parameters.every(({ in: place, required }) => place === 'path' || !required)
  return others.length === 0 && isPlain === true ? download : undefined
}

/** What the document says of files that are not changed. */
const unchanged =
  / (?:(?:exact(?:ly)?|same|original|unchanged|unmodified) .*upload(?:ed)?|as? (?:it|they) (?:wa|were) (?:originally )?(?:uploaded|sent|stored)|byte for byte) /

/** Where a download says that it responds with files as they were uploaded. */
function describedAt(download: Operation): Pointer | undefined {
  const { responses, pointer } = download
  if (sentencesOf(download).some((each) => unchanged.test(each))) return pointer
  return responses.find(({ description }) =>
    normalizedSentences(description).some((each) => unchanged.test(each)),
  )?.pointer
}

/** A PNG image of one pixel: its bytes are no text, and some of them end lines. */
const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The text that stands for the file in a form until the form is encoded. */
const placeholder = 'stablehand-file'

interface Sent {
  readonly draft: Draft
  readonly bytes: Uint8Array
  /** The media type, if the file is the whole content. */
  readonly type?: string
}

/** The request with a file whose content is its own; undefined if it cannot have one. */
function withFile({ document }: Api, draft: Draft, mark: string): Sent | undefined {
  const upload = uploadOf(document, draft.operation)
  const bytes = Buffer.concat([image, Buffer.from(mark)])
  if (!upload) return undefined
  if (upload.part === undefined) {
    const types = draft.operation.requestBody?.content.map(({ type }) => type) ?? []
    const type = types.find((each) => each === 'image/png') ?? types[0]
    const isKnown = type !== undefined && !type.includes('*')
    return isKnown ? { draft: withContent(draft, type, bytes), bytes, type } : undefined
  }
  const body = bodyValue(draft)
  if (!isJsonObject(body)) return undefined
  const { body: form, headers } = encodeDraft(withBody(draft, { ...body, [upload.part]: placeholder }))
  const whole = Buffer.from(form ?? [])
  const [at, type] = [whole.indexOf(placeholder), headers['content-type']]
  if (at < 0 || typeof type !== 'string') return undefined
  const filled = Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + placeholder.length)])
  return { draft: withContent(draft, type, filled), bytes }
}

/** Uploads two files, the second in place of the first if it replaces them, and downloads what is there then. */
export async function downloadAgain(context: Context, upload: Operation): Promise<void> {
  const download = downloadOf(context.api, upload)
  if (!download) return
  const uploaded = new Map<string, readonly [sent: Sent, of: Fixture]>()
  let before: Draft | undefined
  for (const mark of ['one', 'another']) {
    const draft: Draft = before ?? (await acceptedDraft(context, upload, { fresh: true, attempt: 1 }))
    if (upload.method === 'PUT') before = draft
    const sent = withFile(context.api, draft, mark)
    const answer = sent && (await context.send(sent.draft, 'valid'))
    if (!sent || !answer || !isSuccess(answer.status)) throw inconclusive('The file was not accepted.')
    const bound = draft.bindings.find((each) => each.in === 'path')?.fixture
    const of = context.run.records.createdBy(answer) ?? bound
    if (of?.key.length !== parameterNames(download.path).length)
      throw inconclusive('The record with the file is not known.')
    uploaded.set(textOfId(of.id), [sent, of])
  }
  for (const [sent, of] of uploaded.values()) await judgeDownload(context, download, sent, of)
}

async function judgeDownload(context: Context, download: Operation, sent: Sent, of: Fixture): Promise<void> {
  const draft = plainDraft(download, bindTo(of, parameterNames(download.path)))
  const answer = await context.send(draft, 'valid')
  const { status, headers, body } = answer.exchange.response
  if (status !== 200) throw inconclusive(`The download was answered with ${String(status)}.`)
  // A type that is the only one tells nothing.
  const isOneOfSeveral = (responseFor(download, status)?.content.length ?? 0) > 1
  const typeOf = (value: string | undefined): string | undefined =>
    isOneOfSeveral ? essenceOf(value) : undefined
  const evidence = {
    sent: { bytes: sent.bytes, type: typeOf(sent.type) },
    got: { bytes: body, type: typeOf(header(headers, 'content-type')) },
    describedAt: describedAt(download),
  }
  context.judge(uploadedContent, evidence, { answer })
}

function essenceOf(value = ''): string | undefined {
  const media = parseMediaType(value)
  return media && `${media.type}/${media.subtype}`
}
