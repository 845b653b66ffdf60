import type { MediaType, NamedExample, Operation, Parameter } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import type { Json } from '../../spec/json.ts'
import { isBusiness, isAccepted } from '../answer.ts'
import { bodyType, type Api } from '../api/api.ts'
import type { Mutation } from '../attempts/mutation.ts'
import { judgeRefusal } from '../attempts/try-valid.ts'
import { slug, type Case, type Phase } from '../case.ts'
import { skipped, type Context } from '../context.ts'
import type { RunOptions } from '../options.ts'
import { withDescribedMoments } from '../requests/described-moments.ts'
import { takesAnyValue } from '../requests/parameter-rules.ts'
import { templatesOf, type RequestTemplate } from '../requests/templates.ts'
import { isValid } from '../requests/validity.ts'

/** Sends every request example of the document unchanged, except for the ids of other records and for dates that have passed. */
export const examples: Phase = {
  name: 'examples',
  isParallel: true,
  requestsPerCase: () => 2,
  plan: (api, options) => api.operations.flatMap((operation) => casesOf(api, operation, options)),
}

function casesOf(api: Api, operation: Operation, options: RunOptions): readonly Case[] {
  if (options.readOnly && !isSafe(operation.method)) return []
  const mediaType = bodyType(operation)
  const bodies = mediaType?.examples.map((example) => bodyCase(operation, mediaType, example)) ?? []
  const queries = operation.parameters
    .filter((each) => each.in !== 'path' && takesAnyValue(api, operation, each))
    .flatMap((parameter) => parameter.examples.map((example) => parameterCase(operation, parameter, example)))
  const cases = [...bodies, ...queries]
  return cases.length === 0 && !mediaType ? [plainCase(operation)] : cases
}

const empty = { query: {}, header: {}, cookie: {} }

function bodyCase(operation: Operation, mediaType: MediaType, example: NamedExample): Case {
  const template = { name: `example ${example.name}`, ...empty, body: { mediaType, value: example.value } }
  return exampleCase(
    operation,
    `body/${slug(example.name)}`,
    `the example ${example.name}`,
    example.pointer,
    (api) => ({
      ...(templatesOf(api, operation)[0] ?? template),
      name: template.name,
      body: { mediaType, value: timely(api, operation, mediaType, example.value) },
    }),
  )
}

/** The example with dates that have to be in the future there: an example grows old. */
function timely(api: Api, operation: Operation, { schema }: MediaType, value: Json): Json {
  return schema ? withDescribedMoments(api, operation, schema, value) : value
}

function parameterCase(operation: Operation, parameter: Parameter, example: NamedExample): Case {
  const where = `${parameter.in}/${slug(parameter.name)}-${slug(example.name)}`
  const place = parameter.in === 'header' ? 'header' : parameter.in === 'cookie' ? 'cookie' : 'query'
  return exampleCase(
    operation,
    where,
    `the example ${example.name} of ${parameter.name}`,
    example.pointer,
    (api) => {
      const base = templatesOf(api, operation)[0] ?? { name: 'example', ...empty, body: undefined }
      return { ...base, [place]: { ...base[place], [parameter.name]: example.value } }
    },
    parameter.name,
  )
}

function plainCase(operation: Operation): Case {
  return exampleCase(
    operation,
    'request',
    'sample values',
    operation.pointer,
    (api) => templatesOf(api, operation)[0],
  )
}

function exampleCase(
  operation: Operation,
  where: string,
  title: string,
  pointer: string,
  templateOf: (api: Api) => RequestTemplate | undefined,
  parameter?: string,
): Case {
  const mutation: Mutation = {
    operation,
    cause: `example ${where}`,
    title,
    pointer,
    place: 'body',
    ...(parameter !== undefined && { parameter }),
    slug: where,
    isGiven: true,
    apply: (draft) => draft,
  }
  return {
    path: `examples/${slug(operation.id)}/${where}`,
    phase: 'examples',
    operation: operation.id,
    title: `${operation.method} ${operation.path} with ${title}`,
    group: operation.id,
    run: (context) => tryExample(context, templateOf(context.api), mutation),
  }
}

async function tryExample(
  context: Context,
  template: RequestTemplate | undefined,
  mutation: Mutation,
): Promise<void> {
  const { operation } = mutation
  if (!template) throw skipped('No request can be built.')
  for (const attempt of [0, 1]) {
    const draft = await context.instantiate(operation, template, { fresh: attempt > 0, attempt })
    if (!isValid(context.api, draft)) throw skipped('The example does not match its schema.')
    const answer = await context.send(draft, 'valid')
    if (isAccepted(answer)) return
    if (isBusiness(answer.status) && attempt === 0) continue
    await judgeRefusal(context, answer, mutation)
  }
}
