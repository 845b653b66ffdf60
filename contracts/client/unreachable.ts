/** Codes of errors after which no request can have reached the API, with what to do about them. */
const remedies: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^ECONNREFUSED$/, 'Does the API run there, on that port? --wait 30s gives it time to start.'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'Is the name of the host right?'],
  [
    /^(?:EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/,
    'Is the address right? A firewall or a missing VPN may be in the way.',
  ],
  [/^(?:EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/, 'Try http:// instead.'],
  [/^CERT_/, 'It needs a valid certificate.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'Its certificate is for another host: is the name right?'],
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_)/,
    'To trust its certificate, set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority that issued it.',
  ],
]

/** What to do about a host that cannot be reached; undefined if the error does not mean that. */
export function remedyFor(error: unknown): string | undefined {
  if (error instanceof AggregateError) {
    const each = error.errors.map(remedyFor)
    return each.includes(undefined) ? undefined : each[0]
  }
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? remedies.find(([pattern]) => pattern.test(code))?.[1] : undefined
}
