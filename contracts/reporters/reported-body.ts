/** The body of a finding, for report formats that distinguish text from bytes. */
export interface ReportedBody {
  /** Text, or base64 when the body was not UTF-8. */
  readonly content: string
  readonly isBase64: boolean
  /** In bytes; undefined when the body was cut. */
  readonly size: number | undefined
}

export function readReportedBody(body: string): ReportedBody {
  const base64 = /^base64:([A-Za-z0-9+/]+={0,2})$/.exec(body)?.[1]
  if (base64 !== undefined)
    return { content: base64, isBase64: true, size: Buffer.from(base64, 'base64').length }
  const isCut = /… \(\d+ characters\)$/.test(body)
  return { content: body, isBase64: false, size: isCut ? undefined : Buffer.byteLength(body) }
}

/** The value of the first header with that name, compared case-insensitively. */
export function reportedHeader(
  headers: readonly (readonly [name: string, value: string])[],
  name: string,
): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1]
}
