import { operationsWithResponse, type Operation } from '../../../spec/document.ts'
import { isJsonType } from '../../../spec/http/media-type.ts'
import { stringifyJson } from '../../../spec/json.ts'
import { endsInParameter, parameterNames, shapeOf } from '../../../spec/routing/path-template.ts'
import { groupBy } from '../../../spec/util/group-by.ts'
import { isSuccess } from '../../answer.ts'
import { bodyType, type Api } from '../../api/api.ts'
import { acceptedDraft } from '../../attempts/accepted-request.ts'
import type { Case } from '../../case.ts'
import { allowOn405 } from '../../checks/allow-on-405.ts'
import { errorShape } from '../../checks/error-shape.ts'
import { notAcceptable } from '../../checks/not-acceptable.ts'
import { optionsAllow } from '../../checks/options-allow.ts'
import { unsupportedMediaType } from '../../checks/unsupported-media-type.ts'
import { inconclusive, skipped, type Context } from '../../context.ts'
import { bindTo, bodyValue, plainDraft, withContent, withJsonText } from '../../draft.ts'
import type { Answer, Draft } from '../../interaction.ts'
import { pathTarget } from '../../requests/paths.ts'
import { templatesOf } from '../../requests/templates.ts'
import { isInvalid, mayBeEmpty } from '../../requests/validity.ts'
import { coverageCase } from './coverage-case.ts'

/** Cases for what HTTP requires of every operation, whatever the document says. */
export function protocolCases(operation: Operation): readonly Case[] {
  const isJson = isJsonType(bodyType(operation)?.type ?? '')
  return [
    caseOf(operation, 'without-credentials', 'without credentials', withoutCredentials),
    ...(operation.path.includes('}')
      ? [
          caseOf(
            operation,
            'bad-percent-encoding',
            'with invalid percent-encoding in the path',
            badPath('%E0%A4%A'),
          ),
        ]
      : []),
    ...(operation.path.includes('}')
      ? [caseOf(operation, 'nul', 'with a NUL character in the path', badPath('%00'))]
      : []),
    ...(operation.method === 'GET'
      ? [caseOf(operation, 'not-acceptable', 'with an unknown media type in Accept', strangeAccept)]
      : []),
    ...(isTaken(operation, xml)
      ? []
      : [caseOf(operation, 'unsupported-media-type', 'with an XML body', strangeContent)]),
    ...(isJson
      ? [
          {
            ...caseOf(operation, 'deep-nesting', 'with a deeply nested body', deepNesting),
            isRisky: true as const,
          },
        ]
      : []),
  ]
}

/** Cases for what HTTP requires of every path: undeclared methods, and OPTIONS. */
export function pathCases(api: Api, operations: readonly Operation[]): readonly Case[] {
  const first = operations.find(({ id }) => api.byId.has(id))
  if (!first) return []
  const declared = operations.map(({ method }) => method)
  const other = undeclaredMethod(first.path, declared)
  return [
    ...(other === undefined
      ? []
      : [
          caseOf(
            first,
            `method-${other}`,
            `with the undeclared method ${other}`,
            methodIs(other, operations),
          ),
        ]),
    ...(declared.includes('GET') || other === 'GET'
      ? []
      : [caseOf(first, 'method-GET', 'with the undeclared method GET', methodIs('GET', operations))]),
    ...(declared.includes('OPTIONS')
      ? []
      : [caseOf(first, 'options', 'with OPTIONS', methodIs('OPTIONS', operations))]),
  ]
}

/** An undeclared method that is harmless if the path supports it after all: PUT on a collection might empty it. */
function undeclaredMethod(path: string, declared: readonly string[]): string | undefined {
  const candidates = endsInParameter(path) ? ['PUT', 'PATCH', 'POST'] : ['PATCH', 'POST']
  return candidates.find((method) => !declared.includes(method))
}

type Run = (context: Context, operation: Operation) => Promise<void>

function caseOf(operation: Operation, where: string, title: string, run: Run): Case {
  return coverageCase(operation, where, title, (context) => run(context, operation))
}

const withoutCredentials: Run = async (context, operation) => {
  if (!context.run.credentials.covers(operation)) throw skipped('No credentials were given.')
  const draft = await acceptedDraft(context, operation)
  await context.send(draft, 'valid', { credentials: 'withheld' })
}

const badPath =
  (segment: string): Run =>
  async (context, operation) => {
    const draft = await acceptedDraft(context, operation)
    const raw = operation.path.replace(/[?#].*/s, '').replaceAll(/\{[^{}]+\}/g, segment)
    await context.send({ ...draft, raw: { path: raw }, bindings: [] }, 'probe')
  }

const strangeAccept: Run = async (context, operation) => {
  const draft = await acceptedDraft(context, operation)
  const answer = await context.send(
    { ...draft, fields: { accept: 'application/vnd.stablehand-unknown' } },
    'probe',
  )
  context.judge(notAcceptable, { answer }, { answer })
}

const xml = 'application/xml'

/** Whether the operation may accept the media type. An optional body counts: the server may ignore it. */
function isTaken({ requestBody }: Operation, type: string): boolean {
  const isAny = (range: string): boolean =>
    range.startsWith('*/*') || range.startsWith('application/*') || range.startsWith(type)
  return (
    !requestBody?.required ||
    requestBody.content.some((each) => isAny(each.type.toLowerCase()) || !isJsonType(each.type))
  )
}

const strangeContent: Run = async (context, operation) => {
  await sendAs(context, operation, xml, () => '<stablehand/>')
  // Servers may read any text as JSON, unless they say that they refuse other media types.
  if (operation.responses.some(({ status }) => status === '415'))
    await sendAs(context, operation, 'text/plain', (draft) => stringifyJson(bodyValue(draft) ?? null))
}

async function sendAs(
  context: Context,
  operation: Operation,
  sent: string,
  contentOf: (draft: Draft) => string,
): Promise<void> {
  const draft = await acceptedDraft(context, operation)
  const strange = withContent(draft, sent, contentOf(draft))
  if (!isInvalid(context.api, strange))
    throw skipped('With other content the request belongs to another operation.')
  const answer = await context.send(strange, 'invalid')
  const pointer = operation.requestBody?.pointer ?? operation.pointer
  const isOptional = mayBeEmpty(context.api, operation)
  context.judge(unsupportedMediaType, { answer, sent, pointer, isOptional }, { answer })
}

const deepNesting: Run = async (context, operation) => {
  // Whether the rest of the request is accepted says nothing about a server that fails to read the body.
  const [template] = templatesOf(context.api, operation)
  if (!template) throw inconclusive('No request can be made from the document.')
  const draft = await context.instantiate(operation, template)
  const nested = `${'[['.repeat(5_000)}${']]'.repeat(5_000)}`
  await context.send(withJsonText(draft, nested), 'probe')
}

/** Path parameters that were accepted before: empty ones would make it another path. */
async function pathAccepted(
  context: Context,
  operation: Operation,
): Promise<Pick<Draft, 'path' | 'bindings'>> {
  if (!operation.path.includes('{')) return { path: {}, bindings: [] }
  const { path, bindings } = await acceptedDraft(context, operation)
  return { path, bindings: bindings.filter((binding) => binding.in === 'path') }
}

const methodIs =
  (method: string, operations: readonly Operation[]): Run =>
  async (context, operation) => {
    const declared = operations.map((each) => each.method)
    const named = pathTarget(context.api, operation)
    const target = named?.names.length === parameterNames(operation.path).length ? named : undefined
    const record = target && (await context.fixture(target.resource))
    if (target && !record) throw inconclusive(`No record of ${target.resource.name} is available.`)
    // What identifies the record may not tell all that is in the path.
    const isWhole = target && record && record.key.length >= target.names.length
    const bound = isWhole ? bindTo(record, target.names) : await pathAccepted(context, operation)
    const draft: Draft = { ...plainDraft(operation, bound), method }
    const answer = await context.send(draft, 'probe', { foreign: true })
    context.judge(allowOn405, { answer, declared }, { answer })
    context.judge(optionsAllow, { answer, declared }, { answer })
    if (answer.status === 405) judgeShape(context, answer, operations)
    if (isSuccess(answer.status) && method !== 'OPTIONS')
      throw inconclusive(`The path supports ${method}, which the document does not declare.`)
  }

/** Judges a 405 by the operations of the path that describe it, explicitly or by a range: it must match one of them. */
function judgeShape(context: Context, answer: Answer, operations: readonly Operation[]): void {
  const described = operationsWithResponse(operations, 405)
  const isNamed = described.some(({ responses }) => responses.some(({ status }) => status === '405'))
  const check: typeof errorShape = {
    ...errorShape,
    judge: (evidence) =>
      errorShape.judge(evidence).map((each) => ({ ...each, severity: isNamed ? 'error' : 'warning' })),
  }
  const readings = described.map((operation) => {
    const issues = context.api.responses(operation)(answer.exchange.response, operation.method)
    return { ...answer, operation, issues }
  })
  const reading = readings.find((each) => errorShape.judge(each).length === 0) ?? readings[0]
  if (reading) context.judge(check, reading, { answer })
}

/**
 * The operations of each path in the document's order, without paths that are excluded from the run. Paths that differ only
 * in parameter names or query count as one.
 */
export function byPath(api: Api): readonly (readonly Operation[])[] {
  const paths = groupBy(api.declared, ({ path }) => shapeOf(path))
  return [...paths.values()].filter((operations) => operations.some(({ id }) => api.byId.has(id)))
}
