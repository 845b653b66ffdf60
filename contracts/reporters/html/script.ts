/** Runs in the page: filters, copies, opens what an address names. The page can be read without it. */
export const script: string = String.raw`
const $ = (selector) => document.querySelector(selector)
document.documentElement.classList.add('js')

const form = $('#filter')
const items = [...document.querySelectorAll('.finding')].map((element) => ({ element, text: undefined }))
const kinds = [...document.querySelectorAll('.alike')]
const textOf = (item) => (item.text ??= item.element.textContent.toLowerCase())

function filter() {
  const wanted = Object.fromEntries(new FormData(form))
  const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const item of items) {
    const { operation, check, severity } = item.element.dataset
    const isWanted =
      (!wanted.operation || wanted.operation === operation) &&
      (!wanted.check || wanted.check === check) &&
      (!wanted.severity || wanted.severity === severity) &&
      words.every((word) => textOf(item).includes(word))
    item.element.hidden = !isWanted
    if (isWanted) shown += 1
  }
  const isNarrowed = Object.values(wanted).some(Boolean)
  for (const kind of kinds) {
    const isWanted = kind.querySelector('.finding:not([hidden])') !== null
    kind.hidden = !isWanted
    kind.firstElementChild.open = isNarrowed && isWanted
  }
  $('#shown').textContent = shown + ' of ' + items.length
  $('#nothing').hidden = shown > 0
}

if (form) {
  form.addEventListener('input', filter)
  form.addEventListener('reset', () => setTimeout(filter))
  form.addEventListener('submit', (event) => event.preventDefault())
  $('#open-all').addEventListener('click', (event) => {
    const isOpening = event.target.textContent === 'Open all'
    const shown = [...items.map(({ element }) => element), ...kinds].filter((element) => !element.hidden)
    for (const element of shown) element.firstElementChild.open = isOpening
    event.target.textContent = isOpening ? 'Close all' : 'Open all'
  })
}

addEventListener('click', ({ target }) => {
  if (target.matches('.copy')) copy(target)
  const link = target.closest('.to-findings')
  if (link && form) {
    form.reset()
    for (const name of ['operation', 'check']) form.elements[name].value = link.dataset[name] ?? ''
    filter()
  }
})

async function copy(button) {
  const code = button.parentElement.querySelector('code')
  try {
    await navigator.clipboard.writeText(code.textContent)
  } catch {
    getSelection().selectAllChildren(code)
    document.execCommand('copy')
  }
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 1500)
}

addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.matches('input, select, textarea')) return
  event.preventDefault()
  form?.elements.text.focus()
})

function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const details = target && (target.matches('details') ? target : target.querySelector(':scope > details'))
  if (!details) return
  const kind = target.closest('.alike')
  if (kind) kind.firstElementChild.open = true
  details.open = true
  target.scrollIntoView()
}
addEventListener('hashchange', openTarget)
openTarget()

addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll('details')) details.open = true
})
`
