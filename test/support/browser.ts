import { existsSync } from 'node:fs'
import { chromium as playwright, type Browser, type Page } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const chromium: string | undefined = [process.env['CHROMIUM'], ...places].find(
  (path) => path !== undefined && existsSync(path),
)

/** Ends the name of tests that need a browser, saying why they are skipped. */
export const unlessChromium: string = chromium === undefined ? ' (skipped: no Chromium is installed)' : ''

/** Starts the Chromium of this machine. */
export async function startBrowser(): Promise<Browser> {
  return playwright.launch({
    ...(chromium !== undefined && { executablePath: chromium }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface WatchedPage {
  readonly page: Page
  /** URLs of everything that was asked for. */
  readonly requests: readonly string[]
  /** Errors of scripts, and what the security policy refused. */
  readonly complaints: readonly string[]
}

/** An empty page whose requests and complaints are noted from the first. */
export async function watchedPage(
  browser: Browser,
  viewport: { readonly width: number; readonly height: number } = { width: 1280, height: 900 },
): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport })
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  return { page, requests, complaints }
}
