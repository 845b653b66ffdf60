import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../mock/adapters/server.ts'
import { createMock, type Mock } from '../../mock/index.ts'
import { startBrowser, unlessChromium } from '../support/browser.ts'
import { buildPage, type BuiltPage } from '../support/build-page.ts'
import { serveFolder, type StaticServer } from '../support/static-server.ts'

describe.skipIf(unlessChromium !== '')(`a frontend in Chromium${unlessChromium}`, () => {
  let built: BuiltPage
  let host: StaticServer
  let mock: Mock
  let server: RunningServer
  let browser: Browser

  beforeAll(async () => {
    built = await buildPage(fileURLToPath(new URL('.', import.meta.url)))
    host = await serveFolder(built.folder, '/shop')
    mock = await createMock()
    server = await startServer(mock, { port: 0, host: '127.0.0.1' })
    browser = await startBrowser()
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await server.close()
    await host.close()
    await built.remove()
  })

  describe.each(['the server', 'the service worker'])('against %s', (against) => {
    let page: Page
    let answered: string[]

    beforeEach(async () => {
      await mock.reset()
      const context = await browser.newContext()
      page = await context.newPage()
      answered = []
      page.on('response', (response) => answered.push(response.url()))
      const api = against === 'the server' ? `?api=${server.url}` : ''
      await page.goto(`${host.url}/${api}`)
      await page.getByRole('status').filter({ hasText: '10 of' }).waitFor()
      return () => context.close()
    })

    const rows = (name: string) => page.getByRole('row').filter({ hasText: name })
    const status = (text: string): Promise<void> =>
      page.getByRole('status').filter({ hasText: text }).waitFor()

    it('lists pets in pages', async () => {
      expect(await rows('Bella').first().innerText()).toContain('Dogs')
      await page.getByRole('button', { name: 'More' }).click()
      await status('20 of')
      expect(await page.getByRole('row').count()).toBe(21)
      const apis = answered.filter((url) => url.includes('/pets?'))
      expect(new Set(apis.map((url) => new URL(url).origin))).toEqual(
        new Set([new URL(against === 'the server' ? server.url : host.url).origin]),
      )
    })

    it('creates a pet', async () => {
      await page.getByLabel('Name').fill('Zorro')
      await page.getByLabel('Category').selectOption({ label: 'Cats' })
      await page.getByRole('button', { name: 'Save' }).click()
      await status('Zorro is saved.')
      for (let shown = 20; (await rows('Zorro').count()) === 0; shown += 10) {
        await page.getByRole('button', { name: 'More' }).click()
        await status(`${Math.min(shown, 61)} of 61`)
      }
      expect(await rows('Zorro').innerText()).toMatch(/Cats\s+available/)
    })

    it('edits a pet', async () => {
      await page.getByRole('button', { name: 'Edit Bella' }).click()
      expect(await page.getByLabel('Name').inputValue()).toBe('Bella')
      await page.getByLabel('Name').fill('Bellissima')
      await page.getByRole('button', { name: 'Save' }).click()
      await status('Bellissima is saved.')
      expect(await rows('Bellissima').innerText()).toContain('Dogs')
    })

    it('deletes a pet', async () => {
      await page.getByRole('button', { name: 'Delete Bella' }).click()
      await status('Bella is deleted.')
      expect(await rows('Bella').count()).toBe(0)
    })

    it('shows validation errors next to their fields', async () => {
      await page.getByLabel('Name').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      const alert = page.getByRole('alert')
      await alert.getByRole('listitem').waitFor()
      expect(await alert.innerText()).toContain('name: "" must have at least 1 character.')
    })
  })
})
