import { api } from './api.js'
import { h, pretty } from './dom.js'
import { exampleOf, follow, typeOf } from './schema.js'

/** A form that sends a request for the operation to the mock. */
export function tryIt({ id, method, path }, document, parameters, body) {
  const sendable = parameters.filter(({ in: place }) => place !== 'cookie' && place !== 'querystring')
  const types = Object.keys(body?.content ?? {})
  const type = types.find((each) => /json/.test(each)) ?? types[0]
  const content =
    body &&
    h(
      'textarea',
      { id: `${id}-body`, rows: 8, spellcheck: 'false' },
      initialText(exampleOf(document, body.content[type])),
    )
  const answer = h('div', { class: 'answer', 'aria-live': 'polite' })
  const inputs = sendable.map((each) => ({
    ...each,
    input: inputFor(document, `${id}-${each.in}-${each.name}`, each),
  }))
  const send = async (event) => {
    event.preventDefault()
    const { url, headers } = fill(path, inputs)
    if (content) headers['Content-Type'] = type
    const response = await api(method, url, { headers, body: content?.value || undefined }).catch(
      () => undefined,
    )
    if (response) answer.replaceChildren(...shown(method, url, response))
    else answer.replaceChildren(h('p', { class: 'why failed' }, 'No response: the connection was closed.'))
  }
  return h(
    'form',
    { class: 'try', onsubmit: send },
    inputs.map(({ name, in: place, required, input, schema }) =>
      h(
        'p',
        { class: 'field' },
        h(
          'label',
          { for: input.id },
          name,
          h(
            'span',
            { class: 'aside' },
            ` ${place}, ${typeOf(document, schema)}${required ? ', required' : ''}`,
          ),
        ),
        input,
      ),
    ),
    content &&
      h(
        'p',
        { class: 'field' },
        h('label', { for: content.id }, 'Body', h('span', { class: 'aside' }, ` ${type}`)),
        content,
      ),
    h('p', { class: 'buttons' }, h('button', { class: 'primary' }, `Send ${method}`)),
    answer,
  )
}

const initialText = (example) =>
  example === undefined ? '' : typeof example === 'string' ? example : JSON.stringify(example, null, 2)

function inputFor(document, id, { in: place, schema: given, example }) {
  const schema = follow(document, given)
  const values = schema?.enum ?? (schema?.type === 'boolean' ? [true, false] : undefined)
  if (values)
    return h(
      'select',
      { id },
      h('option', { value: '' }, ''),
      values.map((value) => h('option', { value }, value)),
    )
  const value = example ?? schema?.example ?? (place === 'path' ? '1' : '')
  return h('input', { id, required: place === 'path', value, autocomplete: 'off' })
}

function fill(path, inputs) {
  const given = inputs.filter(({ input }) => input.value !== '')
  const of = (place) => given.filter((each) => each.in === place)
  const filled = of('path').reduce(
    (url, { name, input }) => url.replace(`{${name}}`, () => encodeURIComponent(input.value)),
    path,
  )
  const query = new URLSearchParams(
    of('query').flatMap(({ name, input, schema }) =>
      (schema?.type === 'array' ? input.value.split(',') : [input.value]).map((value) => [
        name,
        value.trim(),
      ]),
    ),
  )
  const headers = Object.fromEntries(of('header').map(({ name, input }) => [name, input.value]))
  return { url: filled + (query.size === 0 ? '' : `?${query}`), headers }
}

function shown(method, url, { status, headers, text }) {
  return [
    h(
      'p',
      {},
      h('span', { class: `status s${Math.floor(status / 100)}` }, status),
      ' ',
      h('code', {}, `${method} ${url}`),
    ),
    text !== '' && h('pre', { tabindex: '0', 'aria-label': 'Response body' }, pretty(text)),
    h(
      'details',
      {},
      h('summary', {}, `${headers.length} headers`),
      h(
        'dl',
        { class: 'fields' },
        headers.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
      ),
    ),
  ].filter(Boolean)
}
