import { control } from './api.js'
import { ask, h, note } from './dom.js'

/** The path of a record, or of all records of a resource, below `/_mock/`. */
export const pathOf = ({ resource, scope }, id, more = {}) => {
  const search = new URLSearchParams([
    ...scope.map((each) => ['scope', each]),
    ...Object.entries(more),
  ]).toString()
  const item = id === undefined ? '' : `/${encodeURIComponent(id)}`
  return `state/${encodeURIComponent(resource.name.slice(1))}${item}${search === '' ? '' : `?${search}`}`
}

/** Writes a record, and shows the issues if it is invalid. Resolves with whether it was written. */
export async function writeRecord(state, id, record, method = 'PUT') {
  const body = typeof record === 'string' ? record : JSON.stringify(record)
  try {
    await control(method, pathOf(state, id), body)
    return true
  } catch (error) {
    await ask(
      error.message,
      h(
        'ul',
        { class: 'issues' },
        error.details.map(({ path, message }) => h('li', {}, h('code', {}, path || '/'), ' ', message)),
      ),
      [{ label: 'Close', value: '' }],
    )
    return false
  }
}

const editor = (value) =>
  h(
    'textarea',
    { id: 'record', rows: 14, spellcheck: 'false', autofocus: true },
    JSON.stringify(value, null, 2),
  )

const save = [
  { label: 'Save', value: 'save', kind: 'primary' },
  { label: 'Cancel', value: '' },
]

export async function editRecord(state, id, record, draw) {
  const area = editor(record)
  const answer = await ask(
    id === '' ? 'Record' : `Record ${id}`,
    h('p', { class: 'field' }, h('label', { for: 'record' }, 'JSON'), area),
    save,
  )
  if (answer === 'save' && (await writeRecord(state, id, area.value))) note('Saved.')
  await draw()
}

/** The new record starts as a copy of the first one, without its id if the mock assigns ids. */
export async function addRecord(state, records, draw) {
  const { idProperty, idType } = state.resource
  const like = { ...records[0]?.record }
  if (idType === 'integer' && idProperty !== undefined) delete like[idProperty]
  const area = editor(like)
  const answer = await ask(
    `New record in ${state.resource.name}`,
    h('p', { class: 'field' }, h('label', { for: 'record' }, 'JSON'), area),
    save,
  )
  if (answer === 'save' && (await writeRecord(state, undefined, area.value, 'POST'))) note('Added.')
  await draw()
}
