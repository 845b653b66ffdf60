import type { Operation, SchemaNode } from '../../../spec/document.ts'
import { requestSchema } from '../../../spec/inference/bodies/content.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { isJsonObject, stringifyJson } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { hasFlag, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { after } from '../../maybe-promise.ts'
import type { CrudOptions } from '../options.ts'
import type { Presenter } from '../presenter.ts'

const secret = /^(?:(?:\w+ )*(?:secret|token|password)|(?:api|private|secret|access) ?key)$/

/** Shows the secrets that only the response to a creation has: the `secret` of a new key. */
export function withSecrets(
  { document, fake, validator }: CrudOptions,
  operation: Operation,
  { node, resource }: { readonly node: SchemaNode; readonly resource: Resource },
  fit: Presenter['fit'],
): Presenter['fit'] {
  const known = possiblePropertiesOf(document, resource.record)
  const body = requestSchema(operation)
  const sent = body && possiblePropertiesOf(document, body)
  const names = [...possiblePropertiesOf(document, node)].flatMap(([name, schema]) =>
    secret.test(wordsOf(name).join(' ')) &&
    typesOf(document, schema).has('string') &&
    !hasFlag(document, schema, 'writeOnly') &&
    !known.has(name) &&
    !sent?.has(name)
      ? [name]
      : [],
  )
  if (names.length === 0) return fit
  const { accepts } = validator.of(node, 'response')
  return (record) => {
    const key = `${operation.id} ${stringifyJson(Object.values(record)[0] ?? null)}`
    return after(fit(record), (fitted) =>
      after(fake.value(node, 'response', { key }), (generated) => {
        const made = isJsonObject(generated) ? generated : {}
        const secrets = names.flatMap((name) => (typeof made[name] === 'string' ? [[name, made[name]]] : []))
        const told = { ...fitted, ...Object.fromEntries(secrets) }
        return accepts(told) ? told : fitted
      }),
    )
  }
}
