import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { record } from '../../../../contracts/recording.ts'
import { renderHtml } from '../../../../contracts/reporters/html.ts'
import { startBrowser, unlessChromium, watchedPage, type WatchedPage } from '../../../support/browser.ts'
import { hostile, lostUpdate, sampleFindings, sampleRun } from '../sample-run.ts'

describe.skipIf(unlessChromium !== '')(`the HTML report in a browser${unlessChromium}`, () => {
  let folder = ''
  let url = ''
  let browser: Browser
  let watched: WatchedPage
  let page: Page

  beforeAll(async () => {
    const many = Array.from({ length: 496 }, (_, index) => ({
      ...lostUpdate,
      id: `c${String(index).padStart(11, '0')}`,
      operation: 'getPet',
    }))
    const recording = record(sampleRun([...sampleFindings, ...many]))
    folder = await mkdtemp(join(tmpdir(), 'report-'))
    url = pathToFileURL(join(folder, 'report.html')).href
    await writeFile(join(folder, 'report.html'), recording ? renderHtml(recording) : '')
    browser = await startBrowser()
    watched = await watchedPage(browser)
    page = watched.page
    await page.goto(url)
  })
  afterAll(async () => {
    await browser.close()
    await rm(folder, { recursive: true })
  })

  // Not by locators, which wait for the page to be painted.
  const shown = (): Promise<string | null> =>
    page.evaluate(() => document.querySelector('#shown')!.textContent)
  /** The count at once: in the task of the input event. */
  const set = (name: string, value: string): Promise<string | null> =>
    page.evaluate(
      ([field, text]) => {
        const input = document.querySelector<HTMLInputElement>(`#filter [name=${field}]`)!
        input.value = text
        input.dispatchEvent(new Event('input', { bubbles: true }))
        return document.querySelector('#shown')!.textContent
      },
      [name, value] as const,
    )
  const click = (selector: string): Promise<void> =>
    page.evaluate((target) => document.querySelector<HTMLElement>(target)!.click(), selector)
  const reset = async (): Promise<void> => {
    await click('[type=reset]')
    await expect.poll(shown).toBe('500 of 500')
  }
  const visibleFindings = (): Promise<readonly string[]> =>
    page.locator('.finding:not([hidden])').evaluateAll((elements) => elements.map(({ id }) => id))

  it('loads nothing else, runs its own script only, and complains of nothing', async () => {
    expect(watched.requests.filter((request) => !request.startsWith('data:'))).toEqual([url])
    expect(watched.complaints).toEqual([])
    expect(await page.title()).toBe('500 findings – spec/petstore.yaml')
    expect(await page.locator('html').getAttribute('class')).toBe('js')
    expect(await page.locator('script, img, svg').count()).toBe(1)
  })

  it('narrows 500 findings by operation, check, severity and text, at once', async () => {
    expect(await set('operation', 'createPet')).toBe('2 of 500')
    expect(await set('check', 'server-error')).toBe('1 of 500')
    await reset()
    expect(await set('severity', 'warning')).toBe('1 of 500')
    expect(await visibleFindings()).toEqual([`f-${hostile.id}`])
    await set('severity', '')
    expect(await set('text', 'REX owner c00000000042')).toBe('1 of 500')
    expect(await set('text', 'no such text')).toBe('0 of 500')
    expect(await page.locator('#nothing').isVisible()).toBe(true)
    expect(await set('text', '')).toBe('500 of 500')
  })

  it('unfolds findings of one kind for whoever looks for one, or follows a link to it', async () => {
    const unfolded = (): Promise<boolean> =>
      page.evaluate(() => document.querySelector('.alike')!.querySelector('details')!.open)
    expect(await unfolded()).toBe(false)
    await set('text', 'c00000000042')
    expect(await unfolded()).toBe(true)
    await reset()
    expect(await unfolded()).toBe(false)
    await page.evaluate(() => {
      location.hash = '#f-c00000000042'
    })
    await expect.poll(unfolded).toBe(true)
    await reset()
  })

  it('goes from the coverage map to the findings of an operation', async () => {
    await click('.map .to-findings[data-operation=createPet]')
    expect(await shown()).toBe('2 of 500')
    await reset()
  })

  it('opens the finding that the address names', async () => {
    await page.evaluate((hash) => {
      location.hash = hash
    }, `#f-${hostile.id}`)
    await page.locator(`#f-${hostile.id} details[open]`).first().waitFor()
  })

  it('holds the command to copy as it is', async () => {
    expect(await page.locator(`#f-${hostile.id} .command code`).first().textContent()).toBe(hostile.curl)
  })

  it('puts the cursor into the search at a slash', async () => {
    await page.keyboard.press('/')
    const search = page.locator('#filter [name=text]')
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await search.inputValue()).toBe('')
  })

  it('is dark where the reader has it dark', async () => {
    const background = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await background()).toBe('rgb(16, 19, 22)')
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await background()).toBe('rgb(247, 247, 245)')
  })

  it('fits a narrow window', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(360)
  })

  it('has enough contrast everywhere, in both schemes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate(`(${faint})()`), colorScheme).toEqual([])
    }
  })

  it('can be read without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(url)
    expect(await plain.locator('#filter').isVisible()).toBe(false)
    expect(await plain.locator('.finding summary').first().isVisible()).toBe(true)
  })
})

/** Runs in the page: texts whose contrast with what is behind them is below 4.5 to 1 (WCAG 2.2 §1.4.3). */
const faint = String.raw`() => {
  const channels = (color) => color.match(/[\d.]+/g).map(Number)
  const light = (color) => {
    const [r, g, b] = channels(color).map((each) => each / 255).map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = getComputedStyle(each).backgroundColor
      if (channels(color)[3] !== 0) return color
    }
    return 'rgb(255, 255, 255)'
  }
  for (const each of document.querySelectorAll('.finding:nth-child(n + 8)')) each.remove()
  for (const each of document.querySelectorAll('details')) each.open = true
  const found = new Set()
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
    if (!hasText || !element.checkVisibility() || element.matches('script, .sr')) continue
    const [high, low] = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a)
    const ratio = (high + 0.05) / (low + 0.05)
    if (ratio < 4.5) found.add(element.tagName + '.' + element.className + ' ' + ratio.toFixed(2))
  }
  return [...found]
}`
