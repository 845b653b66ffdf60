/** A body as a finding shows it, read back for formats that tell text from bytes. */
export interface ReportedBody {
  /** Text, or base64 when it was no UTF-8. */
  readonly content: string
  readonly isBase64: boolean
  /** Bytes; undefined when only its beginning is shown. */
  readonly size: number | undefined
}

export function readReportedBody(body: string): ReportedBody {
  const base64 = /^base64:([A-Za-z0-9+/]+={0,2})$/.exec(body)?.[1]
  if (base64 !== undefined)
    return { content: base64, isBase64: true, size: Buffer.from(base64, 'base64').length }
  const isCut = /… \(\d+ characters\)$/.test(body)
  return { content: body, isBase64: false, size: isCut ? undefined : Buffer.byteLength(body) }
}

/** Value of the first header of that name, whatever its case. */
export function reportedHeader(
  headers: readonly (readonly [name: string, value: string])[],
  name: string,
): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1]
}
