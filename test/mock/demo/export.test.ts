import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser, unlessChromium } from '../../support/browser.ts'
import { serveFolder, type StaticServer } from '../../support/static-server.ts'

const cli = new URL('../../../dist/cli.js', import.meta.url).pathname

const run = (...options: readonly string[]): Promise<{ readonly code: number; readonly stderr: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [cli, 'export', 'demo', ...options], (error, _, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stderr })
    })
  })

const library = {
  openapi: '3.1.0',
  info: { title: 'Shelves', version: '7' },
  paths: {
    '/shelves': {
      get: {
        operationId: 'listShelves',
        responses: {
          200: {
            description: 'All.',
            content: {
              'application/json': {
                schema: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['id', 'city'],
                    properties: { id: { type: 'integer' }, city: { type: 'string' } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('stablehand export demo', () => {
  it('writes the page, the worker script and the settings', async () => {
    const out = join(folder, 'deep/er')
    expect((await run('--out', out, '--world', 'empty', '--now', '2030-12-06')).code).toBe(0)
    expect(await readdir(out)).toEqual(
      expect.arrayContaining(['index.html', 'mockServiceWorker.js', 'demo.json', 'assets']),
    )
    expect(JSON.parse(await readFile(join(out, 'demo.json'), 'utf8'))).toEqual({
      seed: '1',
      world: 'empty',
      now: '2030-12-06',
    })
  })

  it.each([
    [['--world', 'nowhere'], "Unknown world 'nowhere'"],
    [['missing.yaml'], 'The file does not exist'],
    [['--now', 'tomorrow'], "Invalid date 'tomorrow'"],
  ])('rejects %j with exit code 2 and a reason', async (options, reason) => {
    const { code, stderr } = await run('--out', join(folder, 'none'), ...options)
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)])
  })
})

describe.skipIf(unlessChromium !== '')(`an exported demo in Chromium${unlessChromium}`, () => {
  let browser: Browser
  let host: StaticServer

  beforeAll(async () => {
    await run('--out', join(folder, 'pets'))
    await writeFile(join(folder, 'library.json'), JSON.stringify(library))
    await writeFile(join(folder, 'world.json'), '{ "/shelves": [{ "id": 7, "city": "Oslo" }] }')
    await run(
      join(folder, 'library.json'),
      '--world',
      join(folder, 'world.json'),
      '--out',
      join(folder, 'library'),
    )
    host = await serveFolder(folder, '/some/where')
    browser = await startBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await host.close()
  })

  async function open(path: string, ready: string): Promise<Page> {
    const page = await browser.newPage()
    await page.goto(host.url + path)
    await page.getByText(ready, { exact: true }).waitFor()
    return page
  }

  /** Opens an operation, fills in its fields and sends it; returns status and body. */
  async function attempt(
    page: Page,
    id: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<[string, string]> {
    const details = page.locator('details').filter({ has: page.locator(`form[aria-label="${id}"]`) })
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
    for (const [name, value] of Object.entries(fields)) await details.locator(`[name="${name}"]`).fill(value)
    const answer = page.waitForResponse((response) => response.url().includes('/api/'))
    await details.getByRole('button', { name: 'Send' }).click()
    await (await answer).finished()
    await details.locator('strong').waitFor()
    return [
      await details.locator('strong').innerText(),
      await details
        .locator('pre[aria-label="Body"]')
        .innerText()
        .catch(() => ''),
    ]
  }

  it('keeps state in the page, from a subfolder of a static host', async () => {
    const page = await open('/pets/', '17 operations')
    const origins = new Set<string>()
    page.on('request', (request) => origins.add(new URL(request.url()).origin))
    const [status, body] = await attempt(page, 'createPet', {
      body: '{ "name": "Luna", "categoryId": 1 }',
    })
    expect(status).toBe('201')
    const { id } = JSON.parse(body) as { id: number }
    const listed = await attempt(page, 'listPets', { 'query id': String(id) })
    expect(listed).toEqual(['200', expect.stringContaining('Luna')])
    expect([...origins]).toEqual([new URL(host.url).origin])
    await page.close()
  })

  it('shows another document with the given records', async () => {
    const page = await open('/library/', '1 operations')
    expect(await page.title()).toBe('Shelves 7')
    expect(await attempt(page, 'listShelves', {})).toEqual(['200', expect.stringContaining('Oslo')])
    await page.close()
  })
})
