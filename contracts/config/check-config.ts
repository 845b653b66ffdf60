import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { phaseNames } from '../events.ts'
import { unknownCheck } from './check-names.ts'
import { ConfigError } from './config-error.ts'
import type { StablehandConfig } from './config.ts'

const texts = { type: 'array', items: { type: 'string' } }
const count = { type: 'integer', minimum: 1 }
const amount = { type: ['number', 'string'] }
const severity = { enum: ['error', 'warning'] }
const textsByName = { type: 'object', additionalProperties: { type: 'string' } }
const closed = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
})

const oauth2 = closed(
  {
    tokenUrl: { type: 'string' },
    clientId: { type: 'string' },
    clientSecret: { type: 'string' },
    scopes: texts,
  },
  ['tokenUrl'],
)
const basic = closed({ username: { type: 'string' }, password: { type: 'string' } }, ['username', 'password'])
const values = { type: 'object' }
const data = closed({ path: values, query: values, header: values, cookie: values, body: true })

const schema = closed({
  url: { type: 'string' },
  document: { type: 'string' },
  phases: { type: 'array', items: { enum: phaseNames } },
  seed: { type: 'integer' },
  maxRequests: count,
  fuzzRequests: count,
  maxTime: amount,
  maxResponseTime: amount,
  rate: amount,
  workers: count,
  readOnly: { type: 'boolean' },
  include: texts,
  exclude: texts,
  headers: textsByName,
  auth: closed({ token: { type: 'string' }, basic, schemes: textsByName, oauth2 }),
  operations: { type: 'object', additionalProperties: data },
  // A function, which JSON Schema cannot describe.
  beforeRequest: true,
  checksOff: texts,
  severities: { type: 'object', additionalProperties: severity },
  knownFailures: texts,
  failOn: severity,
  baseline: { type: 'string' },
} satisfies Record<keyof StablehandConfig, unknown>)

let validator: ValidateFunction | undefined

/** Validates a configuration. Throws a {@link ConfigError} that lists every problem. */
export function checkConfig(value: unknown, source: string): StablehandConfig {
  validator ??= new Ajv2020({ allErrors: true, strict: false }).compile(schema)
  const problems = validator(value) ? semantic(value as StablehandConfig) : messages(validator)
  if (problems.length > 0)
    throw new ConfigError(
      `${source} is not a valid configuration:\n${problems.map((each) => `  ${each}`).join('\n')}`,
    )
  return value as StablehandConfig
}

function messages({ errors }: ValidateFunction): readonly string[] {
  return (errors ?? []).map(({ instancePath, message, params }) => {
    const { additionalProperty, allowedValues } = params as {
      additionalProperty?: string
      allowedValues?: readonly unknown[]
    }
    const place = instancePath === '' ? 'the configuration' : instancePath.slice(1).replaceAll('/', '.')
    if (additionalProperty !== undefined) return `${place} has no option '${additionalProperty}'`
    return `${place} ${message ?? 'is invalid'}${allowedValues ? `: ${allowedValues.join(', ')}` : ''}`
  })
}

function semantic({ checksOff = [], severities = {}, beforeRequest }: StablehandConfig): readonly string[] {
  return [
    ...[...checksOff, ...Object.keys(severities)].flatMap(unknownCheck),
    ...(beforeRequest === undefined || typeof beforeRequest === 'function'
      ? []
      : ['beforeRequest must be a function']),
  ]
}
