/** How long an operation is to live (RFC 9745, RFC 8594). Instants are Unix seconds. */
export interface Lifecycle {
  readonly deprecated: boolean
  /** When it became deprecated: the `Deprecation` field. */
  readonly since: number | undefined
  /** When it stops answering: the `Sunset` field. A date alone means 00:00:00Z of that day. */
  readonly sunset: number | undefined
  /** `experimental`, `alpha`, `beta`, `stable`, … as the document says it. */
  readonly stability: string | undefined
  /** URI of the page about the deprecation: `Link; rel="deprecation"`. */
  readonly documentation: string | undefined
  /** URI template of what replaces it, over the path parameters: `Link; rel="successor-version"`. */
  readonly successor: string | undefined
}
