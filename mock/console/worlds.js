import { control } from './api.js'
import { h, note, readable } from './dom.js'
import { tell } from './main.js'

const seeded = [
  ['demo', 'Demo', 'Some of everything: enough to click through.'],
  ['empty', 'Empty', 'No records at all: how it looks on the first day.'],
  ['large', 'Large', 'Thousands of records: paging, long lists, slow screens.'],
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

  const act = async (told, ...request) => {
    try {
      await control(...request)
      note(told)
      tell('state')
      await draw()
    } catch (error) {
      note(error.message, 'problem')
    }
  }
  const draw = async () => {
    const { snapshots } = await control('GET', 'snapshots')
    list.replaceChildren(
      ...(snapshots.length === 0
        ? [
            h(
              'li',
              { class: 'nothing' },
              'No snapshot yet. Save one before you try something, and go back to it after.',
            ),
          ]
        : snapshots.map((each) => card(each, act))),
    )
  }

  root.append(
    h('div', { class: 'head' }, h('h1', {}, 'Worlds')),
    h('h2', {}, 'Seeded worlds'),
    h(
      'p',
      { class: 'lead' },
      'The same seed gives the same records every time. Going back replaces all records; the clock stays.',
    ),
    h(
      'ul',
      { class: 'cards' },
      h(
        'li',
        {},
        h('h3', {}, 'As it began'),
        h('p', {}, 'The records the mock was started with.'),
        h(
          'button',
          { class: 'primary', onclick: () => act('Back to where it began.', 'POST', 'reset') },
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
              onclick: () => act(`The ${world} world is loaded.`, 'POST', 'reset', { world }),
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
          await act(`Saved as ${name.value}.`, 'PUT', `snapshots/${encodeURIComponent(name.value)}`)
          name.value = ''
        },
      },
      h('label', { for: 'snapshot-name' }, 'Name'),
      name,
      h('button', { class: 'primary' }, 'Save all records'),
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
          onclick: () => act(`Back to ${name}.`, 'POST', `${path}/restore`),
        },
        'Restore',
      ),
      h(
        'button',
        {
          class: 'quiet danger',
          'aria-label': `Delete ${name}`,
          onclick: () => act(`${name} is deleted.`, 'DELETE', path),
        },
        'Delete',
      ),
    ),
  )
}
