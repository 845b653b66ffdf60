import { distinctValues } from '../../../../../spec/inference/constraints/distinct-values.ts'
import { requiredWhen, type RequiredWhen } from '../../../../../spec/inference/constraints/required-when.ts'
import { isJsonObject, type Json } from '../../../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../../../spec/schemas/properties.ts'
import { isSuccess } from '../../../../answer.ts'
import { bodySchema } from '../../../../api/api.ts'
import { acceptedDraft } from '../../../../attempts/accepted-request.ts'
import type { Context } from '../../../../context.ts'
import { bodyValue, withBody } from '../../../../draft.ts'
import { isImpossible } from '../../../../generate/impossible.ts'
import type { Draft } from '../../../../interaction.ts'
import type { Provocation } from './provocation.ts'

/** Requests with the same value for two properties whose values must differ, as the document says. */
export function equalValues({ api }: Context, base: Draft): readonly Provocation[] {
  const schema = bodySchema(base.operation)
  const body = bodyValue(base)
  if (!schema || !isJsonObject(body)) return []
  return distinctValues(api.document, base.operation, schema).flatMap(({ first, second, pointer }) => {
    const value = body[first]
    if (value === undefined || value === null) return []
    const title = `the same ${first} and ${second}`
    return [
      {
        title: `a request with ${title}`,
        intent: 'valid' as const,
        draft: withBody(base, { ...body, [second]: value }),
        forbidden: { forbiddenBy: pointer, cause: `body/${second} as ${first}`, title },
      },
    ]
  })
}

/** Requests without a property that the document requires for a value that they have. */
export async function missingValues(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const schema = bodySchema(base.operation)
  if (!schema || base.operation.method === 'PATCH') return []
  const found: Provocation[] = []
  for (const rule of requiredWhen(context.api.document, base.operation, schema))
    found.push(...(await without(context, base, rule)))
  return found
}

async function without(
  context: Context,
  { operation }: Draft,
  { property, when, value, pointer }: RequiredWhen,
): Promise<readonly Provocation[]> {
  const draft = await acceptedDraft(context, operation, { fresh: true })
  const body = bodyValue(draft)
  const given = isJsonObject(body) ? (body[property] ?? made(context, operation, property)) : undefined
  if (!isJsonObject(body) || given === undefined || given === null) return []
  // The same request with the property has to be accepted first.
  const control = await context.send(withBody(draft, { ...body, [when]: value, [property]: given }), 'valid')
  const next = isSuccess(control.status) && (await acceptedDraft(context, operation, { fresh: true }))
  const other = next && bodyValue(next)
  if (!next || !isJsonObject(other)) return []
  const { [property]: _, ...rest } = other
  const title = `${when} = ${value}, but no ${property}`
  return [
    {
      title: `a request with ${title}`,
      intent: 'valid',
      draft: withBody(next, { ...rest, [when]: value }),
      done: [control],
      forbidden: { forbiddenBy: pointer, cause: `body without ${property}`, title },
    },
  ]
}

/** A value for a property of the request's body. */
function made({ api }: Context, operation: Draft['operation'], property: string): Json | undefined {
  const schema = bodySchema(operation)
  const node = schema && possiblePropertiesOf(api.document, schema).get(property)
  const value = node && api.generator.valid(node, 'request', 1)
  return value === undefined || isImpossible(value) ? undefined : value
}
