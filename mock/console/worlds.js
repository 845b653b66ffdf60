import { control } from './api.js'
import { h, note, readable } from './dom.js'
import { notify } from './events.js'

const seeded = [
  ['demo', 'Demo', 'A few records of each resource.'],
  ['empty', 'Empty', 'No records at all.'],
  ['large', 'Large', 'Thousands of records, to test paging and long lists.'],
]

export async function render(root) {
  const list = h('ul', { class: 'cards' })
  const name = h('input', {
    id: 'snapshot-name',
    required: true,
    maxlength: 64,
    pattern: '[A-Za-z0-9][A-Za-z0-9 ._\\-]*',
    title: 'Letters, digits, spaces, dots, hyphens',
    placeholder: 'before checkout',
  })

  const act = async (message, ...request) => {
    try {
      await control(...request)
      note(message)
      notify('state')
      await draw()
    } catch (error) {
      note(error.message, 'problem')
    }
  }
  const draw = async () => {
    const { snapshots } = await control('GET', 'snapshots')
    list.replaceChildren(
      ...(snapshots.length === 0
        ? [h('li', { class: 'nothing' }, 'No snapshots yet. Save one to go back to it later.')]
        : snapshots.map((each) => card(each, act))),
    )
  }

  root.append(
    h('div', { class: 'head' }, h('h1', {}, 'Worlds')),
    h('h2', {}, 'Seeded worlds'),
    h(
      'p',
      { class: 'lead' },
      'Loading a world replaces all records. The same seed always gives the same records.',
    ),
    h(
      'ul',
      { class: 'cards' },
      h(
        'li',
        {},
        h('h3', {}, 'Initial'),
        h('p', {}, 'The records the mock started with.'),
        h(
          'button',
          { class: 'primary', onclick: () => act('Initial records restored.', 'POST', 'reset') },
          'Reset',
        ),
      ),
      seeded.map(([world, title, text]) =>
        h(
          'li',
          {},
          h('h3', {}, title),
          h('p', {}, text),
          h(
            'button',
            {
              class: 'quiet',
              'aria-label': `Load the ${world} world`,
              onclick: () => act(`Loaded the ${world} world.`, 'POST', 'reset', { world }),
            },
            'Load',
          ),
        ),
      ),
    ),
    h('h2', {}, 'Snapshots'),
    h(
      'form',
      {
        class: 'bar',
        onsubmit: async (event) => {
          event.preventDefault()
          await act(`Saved ${name.value}.`, 'PUT', `snapshots/${encodeURIComponent(name.value)}`)
          name.value = ''
        },
      },
      h('label', { for: 'snapshot-name' }, 'Name'),
      name,
      h('button', { class: 'primary' }, 'Save snapshot'),
    ),
    list,
  )
  await draw()
}

function card({ name, savedAt }, act) {
  const path = `snapshots/${encodeURIComponent(name)}`
  return h(
    'li',
    {},
    h('h3', {}, name),
    h('p', {}, `Saved ${readable(savedAt)}`),
    h(
      'p',
      { class: 'buttons' },
      h(
        'button',
        {
          class: 'quiet',
          'aria-label': `Restore ${name}`,
          onclick: () => act(`Restored ${name}.`, 'POST', `${path}/restore`),
        },
        'Restore',
      ),
      h(
        'button',
        {
          class: 'quiet danger',
          'aria-label': `Delete ${name}`,
          onclick: () => act(`Deleted ${name}.`, 'DELETE', path),
        },
        'Delete',
      ),
    ),
  )
}
