import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../contracts/config/load-config.ts'
import { loadBehaviours } from '../../../mock/cli/behaviours-file.ts'
import { writeProject } from '../../../mock/cli/init.ts'
import { createMock } from '../../../mock/index.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablehand-init-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const notes = `openapi: 3.1.0
info: { title: Notes, version: '1' }
servers: [{ url: https://notes.example/api }]
paths:
  /notes:
    get: { operationId: listNotes, responses: { 200: { description: All } } }
    post:
      operationId: add-note
      summary: Keep a note */
      requestBody:
        content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } }
      responses: { 201: { description: Kept } }
  /notes/{id}:
    delete:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { 204: { description: Gone } }
`

async function init(): Promise<readonly string[]> {
  await writeFile(join(folder, 'notes.yaml'), notes)
  const { files } = await writeProject({ document: join(folder, 'notes.yaml'), folder, force: false })
  return files
}

const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')

describe('init', () => {
  it('writes a valid configuration', async () => {
    expect(await init()).toEqual(
      ['stablehand.config.ts', 'behaviours.ts', 'api.d.ts'].map((name) => join(folder, name)),
    )
    const { config } = (await loadConfig(folder)) ?? {}
    expect(config).toEqual({ document: './notes.yaml', url: 'http://127.0.0.1:4010' })
    expect(await read('stablehand.config.ts')).toContain(
      "// A check changes data. The document's own servers may hold real data: https://notes.example/api",
    )
  })

  it.each([
    ['https://api.example.com, http://localhost:8080/v1', 'http://localhost:8080/v1'],
    ['https://api.example.com, https://api.staging.example.com', 'https://api.staging.example.com'],
    ['https://api-sandbox.example.com', 'https://api-sandbox.example.com'],
    ['https://api.example.dev', 'http://127.0.0.1:4010'],
    ['https://{region}.test.example.com', 'http://127.0.0.1:4010'],
  ])('with servers %s, sets the URL to %s', async (servers, url) => {
    const list = servers.split(', ').map((each) => `{ url: '${each}' }`)
    const text = notes.replace(/^servers: .*$/m, `servers: [${list.join(', ')}]`)
    await writeFile(join(folder, 'notes.yaml'), text)
    await writeProject({ document: join(folder, 'notes.yaml'), folder, force: false })
    expect((await loadConfig(folder))?.config.url).toBe(url)
  })

  it('sets the URL to a server that its description calls one for tests', async () => {
    const text = notes.replace(
      /^servers: .*$/m,
      'servers: [{ url: https://a.example, description: Production }, { url: https://b.example, description: Test system }]',
    )
    await writeFile(join(folder, 'notes.yaml'), text)
    await writeProject({ document: join(folder, 'notes.yaml'), folder, force: false })
    expect((await loadConfig(folder))?.config.url).toBe('https://b.example')
  })

  it('writes a stub for each named operation that changes something', async () => {
    await init()
    const behaviours = await loadBehaviours(join(folder, 'behaviours.ts'))
    expect(Object.keys(behaviours)).toEqual(['add-note'])
    expect(await read('behaviours.ts')).toContain("'DELETE /notes/{id}'")
  })

  it('writes stubs that keep the built-in behaviour', async () => {
    const { files } = await writeProject({ folder, force: false })
    const own = await createMock({
      behaviours: await loadBehaviours(files.find((file) => file.endsWith('behaviours.ts'))!),
    })
    const plain = await createMock()
    const order = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"petId":1,"quantity":1000000}',
    }
    const answers = await Promise.all(
      [own, plain].map((mock) => mock.fetch(new Request('http://localhost/store/orders', order))),
    )
    expect(answers.map(({ status }) => status)).toEqual([409, 409])
  })

  it('types behaviours by the document', async () => {
    await init()
    await writeFile(
      join(folder, 'right.ts'),
      `import { defineBehaviours, ok } from 'stablehand'
import type { operations } from './api.d.ts'
export default defineBehaviours<operations>({ 'add-note': ({ request }) => ok(201, request.body?.text.toUpperCase() ?? '') })
`,
    )
    await writeFile(
      join(folder, 'wrong.ts'),
      `import { defineBehaviours, ok } from 'stablehand'
import type { operations } from './api.d.ts'
export default defineBehaviours<operations>({ 'add-note': ({ request }) => ok(201, request.body?.title), addNote: () => ok(200) })
`,
    )
    const errors = await typeErrors('behaviours.ts', 'right.ts', 'wrong.ts')
    expect(errors).toHaveLength(2)
    expect(errors.join('\n')).toMatch(
      /wrong\.ts.*Property 'title' does not exist[\s\S]*wrong\.ts.*'addNote' does not exist/,
    )
  })

  it('does not overwrite files unless forced', async () => {
    await init()
    const again = { document: join(folder, 'notes.yaml'), folder }
    await expect(writeProject({ ...again, force: false })).rejects.toThrow(
      /behaviours\.ts, .* already exists\. Use --force to overwrite\.$/,
    )
    await writeFile(join(folder, 'behaviours.ts'), '')
    await writeProject({ ...again, force: true })
    expect(await read('behaviours.ts')).toContain('add-note')
  })
})

/** The TypeScript diagnostics of files in the folder. */
async function typeErrors(...names: readonly string[]): Promise<readonly string[]> {
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: { stablehand: [join(root, 'mock/authoring.ts')] },
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }))
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder], { cwd: folder }).catch(
    (error: unknown) => error as { stdout: string },
  )
  return stdout.split('\n').filter((line) => line.includes('error TS'))
}
