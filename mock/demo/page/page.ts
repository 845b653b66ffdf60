import type { Document, Operation } from '../../../spec/document.ts'
import { parseJson } from '../../../spec/json.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { messageOf } from '../../../spec/util/error-message.ts'
import { startWorker } from '../../adapters/worker.ts'
import { createMock, type MockOptions } from '../../browser.ts'
import { settingsFile, type DemoSettings } from '../settings.ts'
import { operationView } from './operation-view.ts'

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}.`)
  return element
}

const say = (text: string): void => {
  byId('status').textContent = text
}

/** The URL of a file next to this page. */
const beside = (name: string): string => new URL(name, location.href.replace(/[?#].*$/, '')).href

// Not awaited: lazily loaded chunks import code from this module, which must have finished running by then.
start().catch((error: unknown) => {
  say(`The demo cannot start: ${messageOf(error)}`)
})

async function start(): Promise<void> {
  const mock = await createMock(await settings())
  const baseUrl = beside('api')
  await startWorker(mock, baseUrl, beside('mockServiceWorker.js'))
  const { operations } = operationsOf(mock.document)
  const title = titleOf(mock.document)
  byId('title').textContent = document.title = title
  byId('base').textContent = baseUrl
  byId('operations').replaceChildren(
    ...operations.map((operation) => view(mock.document, operation, baseUrl)),
  )
  byId('reset').addEventListener('click', () => {
    void mock.reset().then(() => say('The data has been reset.'))
  })
  say(`${operations.length} operations`)
}

const view = (document: Document, operation: Operation, baseUrl: string): HTMLElement =>
  operationView({ document, operation, baseUrl })

function titleOf({ root }: Document): string {
  return [root.info.title, root.info.version].join(' ')
}

/** The settings, parsed with exact integers. */
async function settings(): Promise<MockOptions> {
  const response = await fetch(beside(settingsFile))
  if (!response.ok) throw new Error(`${settingsFile} is missing.`)
  const reading = parseJson(await response.text())
  if (reading.kind === 'malformed') throw new Error(reading.message)
  const { document: described, seed, world, now } = reading.value as unknown as DemoSettings
  return {
    seed,
    world: world as unknown as NonNullable<MockOptions['world']>,
    ...(described !== undefined && { document: described as object }),
    ...(now !== undefined && { now }),
  }
}
