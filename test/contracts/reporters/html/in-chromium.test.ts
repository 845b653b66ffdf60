import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderHtml } from '../../../../contracts/reporters/html.ts'
import { record } from '../../../../contracts/reporters/recording.ts'
import { chromium, openPage, type Page } from '../../../support/chromium.ts'
import { hostile, lostUpdate, sampleFindings, sampleRun } from '../sample-run.ts'

describe.skipIf(chromium === undefined)(
  `the HTML report in a browser${chromium === undefined ? ' (no Chromium is installed)' : ''}`,
  () => {
    let folder = ''
    let url = ''
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
      page = await openPage(url)
    })
    afterAll(async () => {
      await page.close()
      await rm(folder, { recursive: true })
    })

    const set = (name: string, value: string): Promise<string> =>
      page.evaluate(`(() => {
      const field = document.querySelector('#filter').elements[${JSON.stringify(name)}]
      field.value = ${JSON.stringify(value)}
      field.dispatchEvent(new Event('input', { bubbles: true }))
      return document.querySelector('#shown').textContent
    })()`)
    const click = (selector: string): Promise<unknown> =>
      page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`)
    /** Tasks that were waiting are done. */
    const settled = 'new Promise((done) => setTimeout(done, 20))'
    const reset = async (): Promise<string> => {
      await click('[type=reset]')
      await page.evaluate(settled)
      return page.evaluate(`document.querySelector('#shown').textContent`)
    }
    const visibleFindings = (): Promise<readonly string[]> =>
      page.evaluate(`[...document.querySelectorAll('.finding:not([hidden])')].map((each) => each.id)`)

    it('loads nothing else, runs its own script only, and complains of nothing', async () => {
      expect(page.requests.filter((each) => !each.startsWith('data:'))).toEqual([url])
      expect(page.complaints).toEqual([])
      expect(await page.evaluate('document.title')).toBe('500 findings – spec/petstore.yaml')
      expect(await page.evaluate('document.documentElement.className')).toBe('js')
      expect(await page.evaluate(`document.querySelectorAll('script, img, svg').length`)).toBe(1)
    })

    it('narrows 500 findings by operation, check, severity and text, at once', async () => {
      expect(await set('operation', 'createPet')).toBe('2 of 500')
      expect(await set('check', 'server-error')).toBe('1 of 500')
      expect(await reset()).toBe('500 of 500')
      expect(await set('severity', 'warning')).toBe('1 of 500')
      expect(await visibleFindings()).toEqual([`f-${hostile.id}`])
      await set('severity', '')
      expect(await set('text', 'REX owner c00000000042')).toBe('1 of 500')
      expect(await set('text', 'no such text')).toBe('0 of 500')
      expect(await page.evaluate(`document.querySelector('#nothing').hidden`)).toBe(false)
      const milliseconds = await page.evaluate<number>(`(() => {
      const started = performance.now()
      const field = document.querySelector('#filter').elements.text
      field.value = 'rex'
      field.dispatchEvent(new Event('input', { bubbles: true }))
      document.body.offsetHeight
      return performance.now() - started
    })()`)
      expect(milliseconds).toBeLessThan(3000)
      await set('text', '')
    })

    it('goes from the coverage map to the findings of an operation', async () => {
      await click('.map .to-findings[data-operation=createPet]')
      expect(await page.evaluate(`document.querySelector('#shown').textContent`)).toBe('2 of 500')
      expect(await reset()).toBe('500 of 500')
    })

    it('opens the finding that the address names', async () => {
      await page.evaluate(`location.hash = '#f-${hostile.id}'`)
      await page.evaluate(settled)
      expect(await page.evaluate(`document.querySelector('#f-${hostile.id} details').open`)).toBe(true)
    })

    it('holds the command to copy as it is', async () => {
      const code = await page.evaluate(`document.querySelector('#f-${hostile.id} .command code').textContent`)
      expect(code).toBe(hostile.curl)
    })

    it('puts the cursor into the search at a slash', async () => {
      await page.command('Input.dispatchKeyEvent', { type: 'keyDown', key: '/', text: '/' })
      expect(await page.evaluate(`document.activeElement.name + document.activeElement.value`)).toBe('text')
    })

    it('is dark where the reader has it dark', async () => {
      const background = `getComputedStyle(document.body).backgroundColor`
      const features = (value: string): object => ({ features: [{ name: 'prefers-color-scheme', value }] })
      await page.command('Emulation.setEmulatedMedia', features('dark'))
      expect(await page.evaluate(background)).toBe('rgb(16, 19, 22)')
      await page.command('Emulation.setEmulatedMedia', features('light'))
      expect(await page.evaluate(background)).toBe('rgb(247, 247, 245)')
    })

    it('fits a narrow window', async () => {
      await page.command('Emulation.setDeviceMetricsOverride', {
        width: 360,
        height: 800,
        deviceScaleFactor: 1,
        mobile: false,
      })
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
      await page.command('Emulation.clearDeviceMetricsOverride')
    })

    it('has enough contrast everywhere, in both schemes', async () => {
      for (const value of ['light', 'dark']) {
        await page.command('Emulation.setEmulatedMedia', {
          features: [{ name: 'prefers-color-scheme', value }],
        })
        expect(await page.evaluate<readonly string[]>(`(${faint})()`), value).toEqual([])
      }
    })

    it('can be read without JavaScript', async () => {
      await page.command('Emulation.setScriptExecutionDisabled', { value: true })
      await page.command('Page.reload')
      await expect
        .poll(() => page.evaluate(`document.readyState + document.documentElement.className`))
        .toBe('complete')
      expect(await page.evaluate(`document.querySelector('#filter').checkVisibility()`)).toBe(false)
      expect(await page.evaluate(`document.querySelector('.finding summary').checkVisibility()`)).toBe(true)
    })
  },
)

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
