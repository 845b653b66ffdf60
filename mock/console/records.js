import { control } from './api.js'
import { h, note } from './dom.js'
import { addRecord, editRecord, pathOf, writeRecord } from './record-editor.js'

const pageSize = 50

/** More would fill the screen. */
const maxTabs = 15

export async function render(root, { path: [wanted], on }) {
  const { resources } = await control('GET', 'resources')
  const head = h('div', { class: 'head' }, h('h1', {}, 'Records'))
  if (resources.length === 0)
    return void root.append(
      head,
      h('p', { class: 'nothing' }, 'The document has no resources, so the mock keeps no records.'),
    )
  const resource = resources.find(({ name }) => name === `/${wanted}`) ?? resources[0]
  root.append(head, (resources.length > maxTabs ? select : tabs)(resources, resource))
  const table = h('div', { class: 'records-table' })
  const state = { resource, scope: resource.collections[0]?.scope ?? resource.scope.map(() => ''), offset: 0 }
  const draw = async () => {
    try {
      await drawTable(table, state, draw)
    } catch (error) {
      table.replaceChildren(h('p', { class: 'problem' }, error.message))
    }
  }
  if (resource.scope.length > 0) root.append(scopeForm(state, draw))
  root.append(table)
  await draw()
  const isBusy = () => table.contains(document.activeElement) && document.activeElement.matches('input')
  let waiting
  const refresh = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => isBusy() || void draw(), 250)
  }
  on('state', refresh)
  on('exchange', ({ detail: { request, response } }) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && response.status < 300) refresh()
  })
  return undefined
}

function tabs(resources, current) {
  return h(
    'nav',
    { class: 'tabs', 'aria-label': 'Resources' },
    resources.map(({ name, collections }) => {
      const total = totalOf(collections)
      return h(
        'a',
        {
          href: linkTo(name),
          'aria-current': name === current.name ? 'true' : undefined,
        },
        name,
        total !== undefined && h('span', { class: 'total' }, total),
      )
    }),
  )
}

function select(resources, current) {
  return h(
    'div',
    { class: 'bar' },
    h(
      'select',
      {
        'aria-label': 'Resource',
        onchange: ({ target }) => {
          location.hash = linkTo(target.value)
        },
      },
      resources.map(({ name, collections }) =>
        h(
          'option',
          { value: name, selected: name === current.name },
          [name, totalOf(collections)].filter((part) => part !== undefined).join('  '),
        ),
      ),
    ),
  )
}

const linkTo = (name) => `#records/${encodeURIComponent(name.slice(1))}`

/** The number of records, where they are in one collection. */
const totalOf = (collections) => (collections.length === 1 ? collections[0].total : undefined)

/** Selects the parent records of a nested resource. */
function scopeForm(state, draw) {
  return h(
    'form',
    {
      class: 'bar',
      onsubmit: (event) => {
        event.preventDefault()
        state.scope = [...new FormData(event.target).values()].map(String)
        state.offset = 0
        void draw()
      },
    },
    state.resource.scope.map((name, index) => {
      const known = [...new Set(state.resource.collections.map(({ scope }) => scope[index]))]
      return [
        h('label', { for: `scope-${index}` }, name),
        h('input', {
          id: `scope-${index}`,
          name,
          required: true,
          value: state.scope[index],
          list: `scopes-${index}`,
        }),
        h(
          'datalist',
          { id: `scopes-${index}` },
          known.map((value) => h('option', { value })),
        ),
      ]
    }),
    h('button', { class: 'quiet' }, 'Show'),
  )
}

async function drawTable(table, state, draw) {
  const { total, records } = await control(
    'GET',
    pathOf(state, undefined, { limit: pageSize, offset: state.offset }),
  )
  const columns = columnsOf(state.resource, records)
  const last = Math.min(total, state.offset + records.length)
  const page = (offset) => () => {
    state.offset = offset
    void draw()
  }
  const change = async (message, ...request) => {
    if (await writeRecord(...request)) {
      note(message)
      await draw()
    }
  }
  table.replaceChildren(
    h(
      'div',
      { class: 'bar' },
      h('button', { class: 'primary', onclick: () => addRecord(state, records, draw) }, 'Add record'),
      h(
        'span',
        { class: 'count', role: 'status' },
        total === 0 ? 'No records' : `${state.offset + 1}–${last} of ${total}`,
      ),
      h(
        'button',
        { class: 'quiet', disabled: state.offset === 0, onclick: page(Math.max(0, state.offset - pageSize)) },
        'Previous',
      ),
      h(
        'button',
        { class: 'quiet', disabled: last >= total, onclick: page(state.offset + pageSize) },
        'Next',
      ),
    ),
    total === 0
      ? h('p', { class: 'nothing' }, 'No records. Add one here or through the API, or load a world.')
      : h(
          'div',
          {
            class: 'scroll',
            tabindex: '0',
            role: 'region',
            'aria-label': `Records of ${state.resource.name}`,
          },
          h(
            'table',
            {},
            h('caption', { class: 'sr' }, `Records of ${state.resource.name}`),
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                columns.map((name) => h('th', { scope: 'col' }, name)),
                h('th', { scope: 'col' }, h('span', { class: 'sr' }, 'Actions')),
              ),
            ),
            h(
              'tbody',
              {},
              records.map((each) => row(state, columns, each, change, draw)),
            ),
          ),
        ),
  )
}

function columnsOf({ idProperty }, records) {
  const names = new Set(idProperty === undefined ? [] : [idProperty])
  for (const { record } of records.slice(0, 50)) for (const name of Object.keys(record)) names.add(name)
  return [...names].slice(0, 24)
}

function row(state, columns, { id, record }, change, draw) {
  const { idProperty, kind } = state.resource
  const label = id === '' ? 'the record' : id
  return h(
    'tr',
    { 'data-id': id },
    columns.map((name) =>
      name === idProperty
        ? h('th', { scope: 'row' }, String(record[name] ?? id))
        : cell(name, id, record, (value) =>
            change(`Changed ${name} of ${label}.`, state, id, { ...record, [name]: value }),
          ),
    ),
    h(
      'td',
      { class: 'actions' },
      h(
        'button',
        {
          class: 'quiet small',
          'aria-label': `Edit ${label} as JSON`,
          onclick: () => editRecord(state, id, record, draw),
        },
        'JSON',
      ),
      kind === 'collection' &&
        h(
          'button',
          {
            class: 'quiet small danger',
            'aria-label': `Delete ${label}`,
            onclick: async () => {
              await control('DELETE', pathOf(state, id)).then(
                () => note(`Deleted ${label}.`),
                (error) => note(error.message, 'problem'),
              )
              await draw()
            },
          },
          'Delete',
        ),
    ),
  )
}

const text = (value) => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value))

/** A value that can be edited in place. Strings are edited as text, everything else as JSON. */
function cell(name, id, record, commit) {
  const before = record[name]
  const show = h(
    'button',
    {
      class: `value ${before === undefined ? 'absent' : typeof before}`,
      'aria-label': `${name} of ${id}: ${text(before) || 'empty'}. Edit`,
    },
    text(before) || '–',
  )
  const holder = h('td', {}, show)
  show.addEventListener('click', () => {
    const input = h('input', { value: text(before), 'aria-label': `${name} of ${id}` })
    let isDone = false
    const finish = async (isKept) => {
      if (isDone) return
      isDone = true
      const value = parseInput(input.value, before)
      if (isKept && text(value) !== text(before)) await commit(value)
      holder.replaceChildren(show)
      if (document.activeElement === document.body) show.focus()
    }
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') void finish(true)
      if (key === 'Escape') void finish(false)
    })
    input.addEventListener('blur', () => void finish(true))
    holder.replaceChildren(input)
    input.focus()
    input.select()
  })
  return holder
}

function parseInput(given, before) {
  if (typeof before === 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
