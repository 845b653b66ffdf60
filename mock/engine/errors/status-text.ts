/** Reason phrases of error statuses (IANA HTTP Status Code Registry). */
const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** `Not Found`; for a status without a phrase, what its class means. */
export function statusText(status: number): string {
  return phrases[status] ?? (status < 500 ? 'Bad Request' : 'Internal Server Error')
}

/** Whether a text is the reason phrase of an error status. */
export const isReasonPhrase = (text: string): boolean => Object.values(phrases).includes(text)

/** The code of an error that only has a status, `not_found`. */
export function codeOf(status: number): string {
  const known: Readonly<Record<number, string>> = {
    413: 'payload_too_large',
    429: 'rate_limited',
    500: 'internal_error',
    503: 'unavailable',
  }
  return known[status] ?? statusText(status).toLowerCase().replaceAll(' ', '_')
}
