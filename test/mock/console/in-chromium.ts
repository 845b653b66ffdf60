import { chromium as driver, type Browser, type Page } from 'playwright-core'
import { startServer } from '../../../mock/adapters/server.ts'
import { createMock, type Mock } from '../../../mock/index.ts'
import { chromium } from '../../support/chromium.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser for all tests of a file; undefined without an installed Chromium. */
export async function openBrowser(): Promise<Browser> {
  return driver.launch({ ...(chromium !== undefined && { executablePath: chromium }), args: flags })
}

export interface Visit {
  readonly mock: Mock
  readonly page: Page
  readonly url: string
  /** Everything the page asked for. */
  readonly requests: readonly string[]
  /** Errors of scripts, and what the security policy refused. */
  readonly complaints: readonly string[]
  /** The API's own answer, as a frontend would get it. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  readonly close: () => Promise<void>
}

/** The console of a mock of its own, at a view. */
export async function visit(browser: Browser, view = ''): Promise<Visit> {
  const mock = await createMock()
  const { url, close } = await startServer(mock, { port: 0, host: '127.0.0.1' })
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${url}/_mock${view === '' ? '' : `/#${view}`}`)
  await page.locator('main h1').waitFor()
  await page.getByText('live', { exact: true }).waitFor()
  return {
    mock,
    page,
    url,
    requests,
    complaints,
    ask: (path, init) => fetch(url + path, init),
    close: async () => {
      await page.close()
      await close()
    },
  }
}
