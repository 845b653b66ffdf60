import { control } from './api.js'
import { h, methodBadge, note, pathText, pretty, readable, searchField } from './dom.js'

const maxRows = 300

const verdicts = ['valid', 'refused', 'undeclared', 'failed']

export async function render(root, { on }) {
  const state = { entries: [], chosen: undefined, verdict: '', text: '', paused: false, missed: 0 }
  const list = h('ol', { class: 'exchanges', 'aria-label': 'Exchanges, newest first' })
  const detail = h('section', { class: 'detail', 'aria-label': 'Exchange', tabindex: '-1' })
  const count = h('p', { class: 'count', role: 'status' })

  const matches = (entry) =>
    (state.verdict === '' || entry.verdict === state.verdict) &&
    (state.text === '' ||
      `${entry.request.method} ${target(entry)} ${entry.operation ?? ''} ${entry.response.status}`
        .toLowerCase()
        .includes(state.text))

  const choose = (entry) => {
    state.chosen = entry
    for (const button of list.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(Number(button.dataset.id) === entry.id))
    detail.replaceChildren(...describe(entry))
  }
  const row = (entry) =>
    h(
      'li',
      {},
      rowButton(entry, state.chosen?.id === entry.id, () => choose(entry)),
    )
  const showCount = () => {
    const missed = state.missed > 0 ? `, ${state.missed} more while paused` : ''
    count.textContent = `${list.querySelectorAll('.exchange').length} shown${missed}`
  }
  const redraw = () => {
    const shown = state.entries.filter(matches)
    list.replaceChildren(...shown.map(row))
    if (shown.length === 0)
      list.replaceChildren(
        h(
          'li',
          { class: 'nothing' },
          state.entries.length === 0
            ? 'No requests yet. Send one to the API, and it appears here.'
            : 'No exchange matches the filter.',
        ),
      )
    showCount()
  }
  const add = (entry) => {
    if (state.paused) {
      state.missed += 1
      return showCount()
    }
    state.entries.unshift(entry)
    state.entries.length = Math.min(state.entries.length, maxRows)
    if (!matches(entry)) return undefined
    list.querySelector('.nothing')?.remove()
    list.prepend(row(entry))
    while (list.childElementCount > maxRows) list.lastElementChild.remove()
    showCount()
    return undefined
  }
  const load = async () => {
    const { entries } = await control('GET', `journal?limit=${maxRows}`)
    state.entries = entries
    state.missed = 0
    redraw()
  }

  list.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key]
    const next = step && event.target.closest('li')?.[step]?.querySelector('button')
    if (!next) return
    event.preventDefault()
    next.focus()
    next.click()
  })

  root.append(
    h('div', { class: 'head' }, h('h1', {}, 'Journal'), count),
    h(
      'div',
      { class: 'bar' },
      searchField('Filter by path, operation or status', (text) => {
        state.text = text
        redraw()
      }),
      h(
        'select',
        {
          'aria-label': 'Verdict',
          onchange: (event) => {
            state.verdict = event.target.value
            redraw()
          },
        },
        h('option', { value: '' }, 'all verdicts'),
        verdicts.map((verdict) => h('option', { value: verdict }, verdict)),
      ),
      h(
        'button',
        {
          class: 'quiet',
          'aria-pressed': 'false',
          onclick: async ({ currentTarget }) => {
            state.paused = !state.paused
            currentTarget.setAttribute('aria-pressed', String(state.paused))
            if (!state.paused) await load()
          },
        },
        'Pause',
      ),
      h(
        'button',
        {
          class: 'quiet',
          onclick: async () => {
            await control('DELETE', 'journal')
            detail.replaceChildren(...nothingChosen())
            await load()
            note('Journal cleared.')
          },
        },
        'Clear',
      ),
    ),
    h('div', { class: 'split' }, list, detail),
  )
  detail.append(...nothingChosen())
  await load()
  on('exchange', ({ detail: entry }) => add(entry))
}

const nothingChosen = () => [
  h(
    'p',
    { class: 'nothing' },
    'Select an exchange to see its headers and bodies, and the reason for its response.',
  ),
]

const target = ({ request: { path, query } }) => path + (query === '' ? '' : `?${query}`)

const statusClass = (status) => `status s${Math.floor(status / 100)}`

function rowButton(entry, isChosen, choose) {
  const { id, at, request, response, operation, verdict, milliseconds } = entry
  return h(
    'button',
    { class: `exchange ${verdict}`, 'data-id': id, 'aria-pressed': isChosen, onclick: choose },
    methodBadge(request.method),
    pathText(target(entry)),
    h('span', { class: statusClass(response.status) }, response.status),
    h('span', { class: `verdict ${verdict}` }, entry.faults ? `fault: ${entry.faults.join(', ')}` : verdict),
    h(
      'span',
      { class: 'aside' },
      `${operation ?? 'no operation'} · ${at.slice(11, 19)} · ${milliseconds.toFixed(1)} ms`,
    ),
  )
}

function describe(entry) {
  const { request, response, why, operation, at } = entry
  return [
    h('h2', {}, methodBadge(request.method), ' ', pathText(target(entry))),
    h(
      'p',
      { class: 'aside' },
      h('span', { class: statusClass(response.status) }, response.status),
      ` ${readable(at)} · `,
      operation === undefined
        ? 'not in the document'
        : h('a', { href: `#operations/${encodeURIComponent(operation)}` }, operation),
    ),
    why &&
      h(
        'div',
        { class: `why ${entry.verdict}` },
        h('p', {}, h('code', {}, why.code), ' ', why.message),
        why.details &&
          h(
            'ul',
            {},
            why.details.map((issue) =>
              h('li', {}, h('code', {}, `${issue.in} ${issue.path}`), ' ', issue.message),
            ),
          ),
      ),
    ...message('Request', request),
    ...message('Response', response),
    h('p', {}, h('button', { class: 'quiet', onclick: () => copy(curlOf(entry)) }, 'Copy as curl')),
  ].filter(Boolean)
}

function message(title, { headers, body }) {
  return [
    h('h3', {}, title),
    body !== undefined &&
      body !== '' &&
      h('pre', { tabindex: '0', 'aria-label': `${title} body` }, pretty(body)),
    h(
      'details',
      {},
      h('summary', {}, `${Object.keys(headers).length} headers`),
      h(
        'dl',
        { class: 'fields' },
        Object.entries(headers).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
      ),
    ),
  ].filter(Boolean)
}

const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const hop = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'user-agent'])

/** Credentials are redacted in the journal, so the command has none. */
function curlOf({ request, ...entry }) {
  const fields = Object.entries(request.headers).filter(
    ([name, value]) => !hop.has(name) && !name.startsWith('sec-') && value !== '[redacted]',
  )
  const url = new URL(`..${target({ request, ...entry })}`, location.href).href
  return [
    `curl -i -X ${request.method} ${quoted(url)}`,
    ...fields.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(request.body ? [`--data-binary ${quoted(request.body)}`] : []),
  ].join(' \\\n  ')
}

async function copy(text) {
  await navigator.clipboard.writeText(text).then(
    () => note('Copied.'),
    () => note('The browser denied access to the clipboard.', 'problem'),
  )
}
