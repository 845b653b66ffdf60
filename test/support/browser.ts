import { existsSync } from 'node:fs'
import { chromium as playwright, type Browser, type Page } from 'playwright-core'

/** The shell without a window takes half the processor time of the whole browser. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

const chromium: string | undefined = [process.env['CHROMIUM'], ...places].find(
  (path) => path !== undefined && existsSync(path),
)

/** Appended to the titles of tests that need a browser: the reason why they are skipped, if they are. */
export const unlessChromium: string = chromium === undefined ? ' (skipped: no Chromium is installed)' : ''

/** Starts the installed Chromium. */
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
  /** URLs of all requests. */
  readonly requests: readonly string[]
  /** Script errors and content security policy violations. */
  readonly complaints: readonly string[]
}

/** Opens an empty page and records its requests and errors from the start. */
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
