import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser, unlessChromium } from '../../support/browser.ts'
import { answer, integer, list, object, text } from '../resources/document-parts.ts'
import { visit, type Visit } from './in-chromium.ts'

const views = ['journal', 'records', 'worlds', 'faults', 'clock', 'operations', 'operations/updatePet']

describe.skipIf(unlessChromium !== '')(`the console in a browser${unlessChromium}`, () => {
  let browser: Browser
  let visited: Visit | undefined
  beforeAll(async () => {
    browser = await startBrowser()
  }, 180_000)
  afterAll(async () => browser.close())
  afterEach(async () => {
    await visited?.close()
    visited = undefined
  })
  const open = async (view?: string, document?: object): Promise<Visit> => {
    visited = await visit(browser, view, document)
    return visited
  }
  const go = async (page: Page, view: string): Promise<void> => {
    await page.evaluate((hash) => {
      location.hash = hash
    }, `#${view}`)
    await page.locator(`main .view.${view.split('/')[0]} h1`).waitFor()
  }
  const json = async (response: Promise<Response>): Promise<unknown> => (await response).json()

  it('shows every request as it arrives, with its verdict and the reasons', async () => {
    const { page, ask } = await open()
    await ask('/pets/1')
    await ask('/pets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer s3cret' },
      body: '{"name":"","categoryId":1}',
    })
    const refused = page.locator('.exchange.refused')
    await refused.click()
    const detail = page.getByRole('region', { name: 'Exchange' })
    await detail.getByText('"" must have at least 1 character.').first().waitFor()
    expect(await detail.textContent()).not.toContain('s3cret')
    await page.keyboard.press('ArrowDown')
    await detail.getByText('/pets/1').waitFor()
    await page.getByLabel('Verdict').selectOption('refused')
    await expect.poll(() => page.locator('.exchange').count()).toBe(1)
  })

  it('lays out the requests of all methods alike', async () => {
    const { page, ask } = await open()
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']) await ask('/pets/1', { method })
    const exchanges = page.locator('.exchange')
    await expect.poll(() => exchanges.count()).toBe(5)
    const heights = await exchanges.evaluateAll((all) => all.map((each) => each.clientHeight))
    expect(new Set(heights).size).toBe(1)
  })

  it('edits, adds and deletes a record in the API', async () => {
    const { page, ask } = await open('records/pets')
    await page.getByRole('button', { name: /^name of 1:/ }).click()
    await page.getByRole('textbox', { name: 'name of 1' }).fill('Renamed')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'name of 1: Renamed. Edit' }).waitFor()
    expect(await json(ask('/pets/1'))).toMatchObject({ id: 1, name: 'Renamed' })

    await page.getByRole('button', { name: 'Add record' }).click()
    await page
      .getByRole('textbox', { name: 'JSON' })
      .fill('{"name":"Added","categoryId":1,"status":"available"}')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => json(ask('/pets/61'))).toMatchObject({ id: 61, name: 'Added' })

    await page.getByRole('button', { name: 'Delete 2', exact: true }).click()
    await expect.poll(async () => (await ask('/pets/2')).status).toBe(404)
  })

  it('reports how an edited record violates the document, and changes nothing', async () => {
    const { page, ask } = await open('records/pets')
    await page.getByRole('button', { name: /^status of 1:/ }).click()
    await page.getByRole('textbox', { name: 'status of 1' }).fill('lost')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('/status').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await json(ask('/pets/1'))).toMatchObject({ id: 1, status: 'available' })
  })

  it('follows changes made through the API', async () => {
    const { page, ask } = await open('records/pets')
    await ask('/pets/1', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"From outside"}',
    })
    await page.getByText('From outside').waitFor()
  })

  it('saves and restores a snapshot and loads a world', async () => {
    const { page, ask } = await open('worlds')
    await page.getByLabel('Name').fill('before')
    await page.getByRole('button', { name: 'Save snapshot' }).click()
    await page.getByRole('button', { name: 'Load the empty world' }).click()
    await expect.poll(() => json(ask('/pets'))).toEqual([])
    await page.getByRole('button', { name: 'Restore before' }).click()
    await expect.poll(() => json(ask('/pets?limit=1'))).toHaveLength(1)
  })

  it('switches a fault on and off', async () => {
    const { page, ask } = await open('faults')
    const fault = page
      .getByRole('group', { name: 'Faults of listPets' })
      .getByRole('switch', { name: 'Error' })
    await fault.click()
    await expect.poll(async () => (await ask('/pets')).status).toBe(500)
    await page.getByLabel('Error of listPets: status').fill('503')
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await ask('/pets')).status).toBe(503)
    expect((await ask('/categories')).status).toBe(200)
    await fault.click()
    await expect.poll(async () => (await ask('/pets')).status).toBe(200)
  })

  it('keeps the path of an operation beside its method', async () => {
    const { page } = await open('faults')
    await page.setViewportSize({ width: 1280, height: 900 })
    const below = await page.locator('.faults-list .name:has(.target)').evaluateAll(
      (names) =>
        names.filter((name) => {
          const [badge, path] = ['.method', '.target'].map((each) => name.querySelector(each))
          return path!.getBoundingClientRect().top >= badge!.getBoundingClientRect().bottom
        }).length,
    )
    expect(below).toBe(0)
  })

  it('moves the clock past a sunset', async () => {
    const { page, ask } = await open('clock')
    expect((await ask('/pets/1')).status).toBe(200)
    await page.getByLabel('Date', { exact: true }).fill('2030-12-06')
    await page.getByText('1 operation responds with 410 Gone.').waitFor()
    expect((await ask('/pets/1')).status).toBe(200)
    await page.getByRole('button', { name: 'Set the clock to this date' }).click()
    await expect.poll(async () => (await ask('/pets/1')).status).toBe(410)
    await page.locator('.chip.frozen').getByText('2030-12-06').waitFor()
    await go(page, 'operations')
    await page.locator('.badge.gone').waitFor()
  })

  it('moves the clock slider by keyboard', async () => {
    const { page } = await open('clock')
    const slider = page.getByRole('slider', { name: 'Preview the API on' })
    await slider.focus()
    await page.keyboard.press('End')
    await page.getByText('1 operation responds with 410 Gone.').waitFor()
    await page.keyboard.press('Home')
    await page.getByText('all operations are available.').waitFor()
  })

  it('lists operations with stability and deprecation', async () => {
    const { page } = await open('operations/getPet')
    const list = page.getByRole('navigation', { name: 'Operations' })
    await list.getByText('deprecated, until 2030-12-05').waitFor()
    await list.getByText('beta').first().waitFor()
    await page.getByText('/pets?id={petId}').first().waitFor()
  })

  it('finds its way in a large document', async () => {
    const { page } = await open('records', shelves(20))
    await page.getByLabel('Resource').selectOption('/shelf-7')
    await page.getByRole('region', { name: 'Records of /shelf-7' }).waitFor()
    await go(page, 'operations')
    await page.getByLabel('Filter by path, name or summary').fill('shelf-13')
    await page.getByText('2 of 40 operations').waitFor()
    await page.getByRole('link', { name: 'GET /shelf-13/{id}' }).click()
    await page.getByRole('region', { name: 'Operation' }).getByText('getShelf13').first().waitFor()
    expect(await page.locator('.operations-list li:visible').count()).toBe(2)
    await go(page, 'faults')
    await page.getByLabel('Filter by path or name').fill('shelf-13')
    expect(await page.locator('.faults-list li:visible').count()).toBe(3)
  })

  it('shows links of descriptions, in Markdown and HTML, but no other HTML', async () => {
    const description =
      'See <b>the</b> [guide](https://a.test/guide), <a href="https://a.test/faq">FAQ</a>, <https://a.test/>, [here](javascript:x), <id>.'
    const { page } = await open('operations', {
      ...shelves(1),
      info: { title: 'A', version: '1', description },
    })
    const shown = page.locator('.detail .prose')
    expect(await shown.textContent()).toBe('See the guide, FAQ, https://a.test/, here, <id>.')
    const targets = await shown
      .locator('a')
      .evaluateAll((links) => links.map((each) => each.getAttribute('href')))
    expect(targets).toEqual(['https://a.test/guide', 'https://a.test/faq', 'https://a.test/'])
  })

  it('sends a request to an operation, except where the document hides the try-it panel', async () => {
    const { page } = await open('operations/createPet')
    const shown = page.getByRole('region', { name: 'Operation' })
    await shown.getByRole('textbox', { name: 'Body' }).fill('{"name":"Tried","categoryId":1}')
    await shown.getByRole('button', { name: 'Send POST' }).click()
    await shown.locator('.answer').getByText('201', { exact: true }).waitFor()
    await go(page, 'operations/listOrders')
    await shown.getByText('Disabled by the document').waitFor()
    expect(await shown.getByRole('button', { name: /^Send/ }).count()).toBe(0)
  })

  it('loads nothing from other origins and complies with its own content security policy', async () => {
    const { page, url, requests, complaints } = await open()
    for (const view of views) await go(page, view)
    expect(requests.filter((request) => !request.startsWith(`${url}/_mock`))).toEqual([])
    expect(complaints).toEqual([])
  })

  it('has no accessibility violation in light and dark mode', async () => {
    const { page, ask } = await open()
    await ask('/pets/1')
    await ask('/nowhere')
    // The content security policy blocks foreign scripts, so axe is injected through the debugger.
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    await page.evaluate(axe)
    const allViolations: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const view of views) {
        await go(page, view)
        allViolations.push(
          ...(await violations(page, colorScheme === 'dark')).map(
            (violation) => `${view}, ${colorScheme}: ${violation}`,
          ),
        )
      }
    }
    expect(allViolations).toEqual([])
  }, 180_000)

  it('fits a narrow window', async () => {
    const { page } = await open()
    await page.setViewportSize({ width: 360, height: 740 })
    for (const view of views) {
      await go(page, view)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([view, width]).toEqual([view, 360])
    }
  })

  it('asks for the control token and uses it', async () => {
    const { createMock } = await import('../../../mock/index.ts')
    const { startServer } = await import('../../../mock/adapters/server.ts')
    const mock = await createMock({ control: { token: 's3cret' } })
    const { url, close } = await startServer(mock, { port: 0, host: '127.0.0.1' })
    const page = await browser.newPage()
    await page.goto(`${url}/_mock/#worlds`)
    await page.getByLabel('Value of --control-token').fill('s3cret')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('live', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Load the empty world' }).click()
    await expect.poll(async () => (await fetch(`${url}/pets`)).json()).toEqual([])
    await page.close()
    await close()
  })
})

/** A document with as many collections. */
function shelves(count: number): object {
  const book = object({ id: integer, title: text })
  const at = { name: 'id', in: 'path', required: true, schema: integer }
  const shelf = (number: number): [string, object][] => [
    [`/shelf-${number}`, { get: { ...answer(200, list(book)), operationId: `listShelf${number}` } }],
    [
      `/shelf-${number}/{id}`,
      { get: { ...answer(200, book), operationId: `getShelf${number}`, parameters: [at] } },
    ],
  ]
  const paths = Object.fromEntries(Array.from({ length: count }, (_, index) => shelf(index + 1)).flat())
  return { openapi: '3.1.0', info: { title: 'Shelves', version: '1' }, paths }
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
  }[]
}

/** The accessibility violations axe-core finds. Rules that do not depend on colours run only once. */
async function violations(page: Page, isOfColours: boolean): Promise<readonly string[]> {
  const { violations: axeViolations } = await page.evaluate(
    async (rules) => {
      const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResult> } }
      return axe.run({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
    },
    isOfColours && ['color-contrast'],
  )
  return axeViolations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id} ${html} ${failureSummary}`),
  )
}
