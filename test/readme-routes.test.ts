import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createMock } from '../mock/index.ts'
import { startBrowser, unlessChromium } from './support/browser.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** The TypeScript block that contains this text. */
function snippet(text: string): string {
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1] ?? '')
  const code = blocks.find((block) => block.includes(text))
  if (code === undefined) throw new Error(`The README has no ${text}.`)
  return code
}

type Run = (...values: readonly unknown[]) => Promise<void>
const AsyncFunction = (async () => {}).constructor as new (...source: readonly string[]) => Run

describe.skipIf(unlessChromium !== '')(`README's Playwright route${unlessChromium}`, () => {
  it('answers the requests of a page', async () => {
    const mock = await createMock()
    const browser = await startBrowser()
    try {
      const page = await browser.newPage()
      await new AsyncFunction('page', 'mock', snippet('page.route'))(page, mock)
      const answered = await page.evaluate(async () => {
        const pets = 'https://api.example.com/pets'
        const headers = { 'Content-Type': 'application/json' }
        const body = JSON.stringify({ name: 'Luna', categoryId: 1 })
        const created = await fetch(pets, { method: 'POST', headers, body })
        const removed = await fetch(`${pets}/1`, { method: 'DELETE' })
        return [created.status, removed.status, (await (await fetch(`${pets}?name=Luna`)).json()) as unknown]
      })
      expect(answered).toMatchObject([201, 204, expect.any(Array)])
    } finally {
      await browser.close()
    }
  })
})
