import { chromium as playwright, type Browser } from 'playwright-core'
import { chromium } from './chromium.ts'

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
