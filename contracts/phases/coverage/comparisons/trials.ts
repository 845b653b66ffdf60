import type { Operation } from '../../../../spec/document.ts'
import { matchMediaType } from '../../../../spec/http/media-type.ts'
import { isJsonObject, stringifyJson } from '../../../../spec/json.ts'
import type { Context } from '../../../context.ts'
import { bodyValue, encodeDraft, withBody, withJsonText } from '../../../draft.ts'
import type { Draft } from '../../../interaction.ts'
import { isValid } from '../../../requests/validity.ts'

/** A deviation applied to an accepted request of one operation. */
export interface Trial {
  readonly operation: Operation
  readonly cause: string
  readonly pointer: string
  readonly credentials?: 'wrong'
  apply(draft: Draft, context: Context): Draft | undefined
  /** A valid request much like the deviating one: if it is refused too, the deviation is not the reason. */
  validLookalike?(draft: Draft): Draft | undefined
}

function trial(operation: Operation, cause: string, apply: Trial['apply']): Trial {
  return { operation, cause, pointer: operation.requestBody?.pointer ?? operation.pointer, apply }
}

export const headRequest = (operation: Operation): Trial => ({
  operation,
  cause: 'method HEAD',
  pointer: operation.pointer,
  apply: (draft) => ({ ...draft, method: 'HEAD' }),
})

export const textPlain = (operation: Operation): Trial =>
  trial(operation, 'body content-type', (draft) =>
    draft.body?.kind === 'value'
      ? { ...draft, body: { ...draft.body, contentType: 'text/plain' } }
      : undefined,
  )

/** Whether the operation declares text/plain bodies. */
export const takesText = ({ requestBody }: Operation): boolean =>
  matchMediaType(requestBody?.content ?? [], 'text/plain') !== undefined

/** Appends a byte that never occurs in UTF-8 to the first string: a lenient server decodes it as U+FFFD. */
export const invalidUtf8 = (operation: Operation): Trial => ({
  ...trial(operation, 'body utf-8', (draft) => withBytes(draft, Buffer.from([0xff]))),
  validLookalike: (draft) => withBytes(draft, Buffer.from('\uFFFD')),
})

/** Appends bytes to the first string of the body. */
function withBytes(draft: Draft, bytes: Buffer): Draft | undefined {
  const text = bodyText(draft)
  const first = text === undefined ? null : /:"(?:[^"\\]|\\.)*(?=")/.exec(text)
  if (text === undefined || !first) return undefined
  const end = first.index + first[0].length
  const whole = Buffer.concat([Buffer.from(text.slice(0, end)), bytes, Buffer.from(text.slice(end))])
  return withJsonText(draft, whole)
}

/** Writes the first member of the body twice. */
export const duplicateName = (operation: Operation): Trial =>
  trial(operation, 'body duplicate name', (draft) => {
    const body = bodyValue(draft)
    const [name] = isJsonObject(body) ? Object.keys(body) : []
    if (!isJsonObject(body) || name === undefined) return undefined
    const again = stringifyJson({ [name]: body[name] ?? null }).slice(1, -1)
    return withJsonText(draft, `{${again},${stringifyJson(body).slice(1)}`)
  })

export const unknownProperty = (operation: Operation): Trial =>
  trial(operation, 'body unknown property', (draft, context) => {
    const body = bodyValue(draft)
    const changed = isJsonObject(body) ? withBody(draft, { ...body, stablehandUnknown: 'x' }) : undefined
    return changed && isValid(context.api, changed) ? changed : undefined
  })

export const wrongToken = (operation: Operation): Trial => ({
  ...trial(operation, 'wrong token', (draft, { run }) =>
    run.credentials.covers(operation) ? draft : undefined,
  ),
  credentials: 'wrong',
})

function bodyText(draft: Draft): string | undefined {
  const { body } = encodeDraft(draft)
  return body && new TextDecoder().decode(body)
}
