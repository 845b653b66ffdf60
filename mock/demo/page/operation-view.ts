import type { Document, Operation, Parameter } from '../../../spec/document.ts'
import { parseJson, stringifyJson, type Json } from '../../../spec/json.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import { own } from '../../../spec/util/object.ts'

export interface Viewed {
  readonly document: Document
  readonly operation: Operation
  readonly baseUrl: string
}

type Child = Node | string

function make(name: string, attributes: Readonly<Record<string, string>>, ...children: Child[]): HTMLElement {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** A form to try an operation, and its response. */
export function operationView(viewed: Viewed): HTMLElement {
  const { operation } = viewed
  const answer = make('div', { role: 'status' })
  const form = make(
    'form',
    { 'aria-label': operation.id },
    ...parametersOf(operation).map((parameter) => parameterField(viewed.document, parameter)),
    ...bodyField(viewed),
    make('button', {}, 'Send'),
  ) as HTMLFormElement
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(viewed, new FormData(form)).then((shown) => answer.replaceChildren(...shown))
  })
  return make('details', {}, headline(operation), form, answer)
}

function headline({ method, path, summary, lifecycle }: Operation): HTMLElement {
  const notes = [summary, lifecycle.deprecated ? 'deprecated' : undefined].filter(
    (note) => note !== undefined,
  )
  return make('summary', {}, make('b', {}, method), make('code', {}, path), ` ${notes.join(' · ')}`)
}

/** The parameters a page can set, which excludes cookies. */
const parametersOf = ({ parameters }: Operation): readonly Parameter[] =>
  parameters.filter((parameter) => parameter.in !== 'cookie')

const nameOf = (parameter: Parameter): string => `${parameter.in} ${parameter.name}`

function parameterField(document: Document, parameter: Parameter): HTMLElement {
  const schema = parameter.schema && resolveRef(document, parameter.schema).schema
  const values = own(schema, 'enum')
  const name = nameOf(parameter)
  const isRequired: Readonly<Record<string, string>> = parameter.required ? { required: '' } : {}
  const label = `${parameter.name}${parameter.required ? ' (required)' : ''}`
  const options = Array.isArray(values)
    ? ['', ...values.map(String)].map((value) => make('option', {}, value))
    : []
  const field =
    options.length > 0
      ? make('select', { name, ...isRequired }, ...options)
      : make('input', { name, ...isRequired, autocomplete: 'off' })
  return make('label', {}, label, field)
}

function bodyField({ document, operation }: Viewed): readonly HTMLElement[] {
  const content = operation.requestBody?.content.find(({ type }) => /json/i.test(type))
  if (!content) return []
  const schema = content.schema && resolveRef(document, content.schema).schema
  const example = content.examples[0]?.value ?? own(schema, 'example') ?? {}
  const text = make(
    'textarea',
    { name: 'body', rows: '6', spellcheck: 'false' },
    stringifyJson(example as Json, 2),
  )
  return [make('label', {}, `Body (${content.type})`, text)]
}

async function send({ operation, baseUrl }: Viewed, form: FormData): Promise<readonly Child[]> {
  const given = (parameter: Parameter): string => textOf(form.get(nameOf(parameter)))
  const sent = parametersOf(operation).filter((parameter) => given(parameter) !== '')
  const path = sent
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (at, parameter) => at.replace(`{${parameter.name}}`, encodeURIComponent(given(parameter))),
      operation.path,
    )
  const query = new URLSearchParams(
    sent
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => [parameter.name, given(parameter)]),
  )
  const headers = new Headers()
  for (const parameter of sent) if (parameter.in === 'header') headers.set(parameter.name, given(parameter))
  const body = textOf(form.get('body'))
  const type = operation.requestBody?.content.find((each) => /json/i.test(each.type))?.type
  if (type !== undefined && body !== '') headers.set('Content-Type', type)
  try {
    const response = await fetch(`${baseUrl}${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: operation.method,
      headers,
      ...(body !== '' && { body }),
    })
    return await shownAnswer(response)
  } catch (error) {
    return [make('p', {}, String(error))]
  }
}

const textOf = (value: FormDataEntryValue | null): string => (typeof value === 'string' ? value : '')

async function shownAnswer(response: Response): Promise<readonly Child[]> {
  const fields = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const text = await response.text()
  return [
    make('p', {}, make('strong', {}, String(response.status))),
    make('pre', { tabindex: '0', 'aria-label': 'Header fields' }, fields),
    ...(text === '' ? [] : [make('pre', { tabindex: '0', 'aria-label': 'Body' }, laidOut(text))]),
  ]
}

/** Formats JSON for display; other text is unchanged. */
function laidOut(text: string): string {
  const reading = parseJson(text)
  return reading.kind === 'ok' ? stringifyJson(reading.value, 2) : text
}
