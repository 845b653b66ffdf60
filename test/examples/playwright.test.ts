import type { Browser, Page } from 'playwright-core'
import { createMock } from 'stablehand'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBrowser, unlessChromium } from '../support/browser.ts'

const page = `<!doctype html>
<title>Tasks</title>
<form><label>Title <input name="title"></label> <button>Add</button></form>
<p role="alert"></p>
<ul></ul>
<script type="module">
  const api = 'https://api.example.com/tasks'
  const show = (task) => {
    const item = document.createElement('li')
    item.textContent = task.title
    document.querySelector('ul').append(item)
  }
  document.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault()
    const body = JSON.stringify({ title: event.target.title.value })
    const response = await fetch(api, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    const content = await response.json()
    if (response.ok) show(content)
    document.querySelector('[role=alert]').textContent = response.ok ? '' : content.message
  })
  for (const task of await (await fetch(api)).json()) show(task)
</script>`

describe.skipIf(unlessChromium !== '')(`the task page in Playwright${unlessChromium}`, () => {
  let browser: Browser
  let shop: Page

  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  beforeEach(async () => {
    // Each test has its own mock, so tests can run in parallel.
    const mock = await createMock({
      document: new URL('openapi.yaml', import.meta.url),
      world: { '/tasks': [{ id: 1, title: 'Muck out', done: false }] },
    })
    const context = await browser.newContext()
    shop = await context.newPage()
    await shop.route('https://shop.example.com/', (route) =>
      route.fulfill({ contentType: 'text/html', body: page }),
    )
    await shop.route('https://api.example.com/**', async (route) => {
      const request = route.request()
      const init = { method: request.method(), headers: request.headers(), body: request.postData() }
      const response = await mock.fetch(new Request(request.url(), init))
      const body = Buffer.from(await response.arrayBuffer())
      await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body })
    })
    await shop.goto('https://shop.example.com/')
    await shop.getByRole('listitem').filter({ hasText: 'Muck out' }).waitFor()
    return () => context.close()
  })

  it('adds a task that survives a reload', async () => {
    await shop.getByLabel('Title').fill('Feed Rex')
    await shop.getByRole('button', { name: 'Add' }).click()
    await shop.getByRole('listitem').filter({ hasText: 'Feed Rex' }).waitFor()
    await shop.reload()
    await shop.getByRole('listitem').filter({ hasText: 'Feed Rex' }).waitFor()
    expect(await shop.getByRole('listitem').allInnerTexts()).toEqual(['Muck out', 'Feed Rex'])
  })

  it('shows an error from the API', async () => {
    await shop.getByRole('button', { name: 'Add' }).click()
    await shop.getByRole('alert').filter({ hasText: 'breaks the document' }).waitFor()
    expect(await shop.getByRole('listitem').count()).toBe(1)
  })
})
