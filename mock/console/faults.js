import { control } from './api.js'
import { h, methodBadge, note, pathText, searchField } from './dom.js'

const rate = { name: 'rate', label: 'share (0–1)', min: 0.01, max: 1, step: 0.01, usual: 1 }

/** The kinds of faults, with their initial values and editable fields. */
const kinds = [
  {
    kind: 'status',
    label: 'Error',
    fresh: { status: 500 },
    fields: [{ name: 'status', label: 'status', min: 400, max: 599, step: 1 }, rate],
  },
  {
    kind: 'latency',
    label: 'Latency',
    fresh: { min: 200, max: 800 },
    fields: [
      { name: 'min', label: 'ms min', min: 0, max: 60_000, step: 1 },
      { name: 'max', label: 'ms max', min: 0, max: 60_000, step: 1 },
      rate,
    ],
  },
  {
    kind: 'rate-limit',
    label: 'Rate limit',
    fresh: { limit: 10, window: 60 },
    fields: [
      { name: 'limit', label: 'requests', min: 1, step: 1 },
      { name: 'window', label: 'per seconds', min: 1, step: 1 },
    ],
  },
  { kind: 'drop', label: 'Drop', fresh: {}, fields: [rate] },
  { kind: 'truncate', label: 'Truncate', fresh: {}, fields: [rate] },
  {
    kind: 'slow',
    label: 'Slow body',
    fresh: { bytesPerSecond: 200 },
    fields: [{ name: 'bytesPerSecond', label: 'bytes/s', min: 1, step: 1 }, rate],
  },
  { kind: 'malformed', label: 'Malformed', fresh: {}, fields: [rate] },
  { kind: 'content-type', label: 'Wrong type', fresh: {}, fields: [rate] },
  { kind: 'invalid', label: 'Invalid', fresh: {}, fields: [rate] },
]

export async function render(root, { path: [wanted] }) {
  const [{ operations }, answer] = await Promise.all([control('GET', 'operations'), control('GET', 'faults')])
  const faults = new Map(Object.entries(answer.operations))
  const count = h('p', { class: 'count', role: 'status' })
  const rows = h('ul', { class: 'faults-list' })

  const save = async () => {
    try {
      await control('PUT', 'faults', {
        operations: Object.fromEntries([...faults].filter(([, each]) => each.length > 0)),
      })
    } catch (error) {
      note(
        [error.message, ...error.details.map((issue) => `${issue.path} ${issue.message}`)].join(' '),
        'problem',
      )
    }
    showCount()
  }
  const showCount = () => {
    const on = [...faults.values()].flat().length
    count.textContent = on === 0 ? 'none active' : `${on} active`
  }
  let filter = ''
  const applyFilter = () => {
    const [, ...ofOperations] = rows.children
    for (const each of ofOperations)
      each.hidden = !each.querySelector('.name').textContent.toLowerCase().includes(filter)
  }
  const draw = () => {
    rows.replaceChildren(
      row(h('strong', {}, 'All operations'), '*', faults, save),
      ...operations.map((each) => row(title(each), each.id, faults, save)),
    )
    applyFilter()
    showCount()
  }

  root.append(
    h('div', { class: 'head' }, h('h1', {}, 'Faults'), count),
    h(
      'p',
      { class: 'lead' },
      'Inject faults into responses. Faults of an operation take precedence over those of all operations.',
    ),
    h(
      'div',
      { class: 'bar' },
      h(
        'button',
        {
          class: 'quiet',
          onclick: async () => {
            faults.clear()
            await save()
            draw()
          },
        },
        'Remove all',
      ),
      searchField('Filter by path or name', (text) => {
        filter = text
        applyFilter()
      }),
    ),
    rows,
  )
  draw()
  if (wanted !== undefined)
    queueMicrotask(() =>
      rows.querySelector(`[data-operation="${CSS.escape(wanted)}"]`)?.scrollIntoView({ block: 'center' }),
    )
}

const title = ({ method, path, id }) => [
  methodBadge(method),
  ' ',
  pathText(path),
  ' ',
  h('span', { class: 'aside' }, id),
]

function row(name, id, faults, save) {
  const chosen = () => faults.get(id) ?? []
  const parameters = h('div', { class: 'parameters' })
  const label = id === '*' ? 'all operations' : id
  const drawParameters = () =>
    parameters.replaceChildren(
      ...chosen()
        .map((fault) => fieldsOf(fault, label, save))
        .filter(Boolean),
    )
  const flip = async ({ currentTarget }, { kind, fresh }) => {
    const isOn = chosen().some((each) => each.kind === kind)
    faults.set(id, isOn ? chosen().filter((each) => each.kind !== kind) : [...chosen(), { kind, ...fresh }])
    currentTarget.setAttribute('aria-checked', String(!isOn))
    drawParameters()
    await save()
  }
  drawParameters()
  return h(
    'li',
    { 'data-operation': id },
    h('p', { class: 'name' }, name),
    h(
      'div',
      { class: 'switches', role: 'group', 'aria-label': `Faults of ${label}` },
      kinds.map((each) =>
        h(
          'button',
          {
            role: 'switch',
            class: 'switch',
            'aria-checked': String(chosen().some(({ kind }) => kind === each.kind)),
            'data-kind': each.kind,
            onclick: (event) => flip(event, each),
          },
          each.label,
        ),
      ),
    ),
    parameters,
  )
}

/** Inputs for the fields of a fault, which change the fault in place. */
function fieldsOf(fault, of, save) {
  const known = kinds.find(({ kind }) => kind === fault.kind)
  if (!known) return undefined
  return h(
    'p',
    { class: 'parameter' },
    h('b', {}, known.label),
    known.fields.map(({ name, label, usual, ...bounds }) => {
      const input = h('input', {
        type: 'number',
        ...bounds,
        value: fault[name] ?? usual ?? '',
        'aria-label': `${known.label} of ${of}: ${name}`,
        onchange: async () => {
          if (!input.reportValidity() || input.value === '') return
          if (Number(input.value) === usual) delete fault[name]
          else fault[name] = Number(input.value)
          await save()
        },
      })
      return h('span', {}, input, ' ', label)
    }),
  )
}
