import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../contracts/events.ts'
import type { Finding } from '../../../contracts/findings/finding.ts'
import { record } from '../../../contracts/recording.ts'
import { renderHtml } from '../../../contracts/reporters/html.ts'
import { hostile, lostUpdate, sampleFindings, sampleRun, wrongType } from './sample-run.ts'

function renderEvents(events: readonly RunEvent[]): string {
  const recording = record(events)
  if (!recording) throw new Error('The sample does not start.')
  return renderHtml(recording)
}

const render = (findings: readonly Finding[] = sampleFindings): string => renderEvents(sampleRun(findings))

/** What stands between two texts of the page. */
function between(page: string, start: string, end: string): string {
  const from = page.indexOf(start)
  expect(from, start).toBeGreaterThan(-1)
  return page.slice(from, page.indexOf(end, from))
}

const withoutTags = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')

describe('the HTML report', () => {
  it('is self-contained, and its security policy allows nothing else', () => {
    const page = render([wrongType, lostUpdate])
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]
    expect(page).not.toMatch(/<(?:img|iframe|object|embed|base|form[^>]*action)\b/)
    expect(page.match(/<link[^>]*>/g)).toEqual(['<link rel="icon" href="data:," />'])
    expect(page).not.toMatch(/<script[^>]*src|@import|url\(/)
    expect(policy).toMatch(
      /^default-src &#39;none&#39;;.*script-src &#39;sha256-[^;]+&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;$/,
    )
  })

  it('escapes responses', () => {
    const page = render([hostile])
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page.match(/<\/script>/g)).toHaveLength(1)
    expect(page.match(/<\/style>/g)).toHaveLength(1)
    expect(page).not.toMatch(/<(?:img|svg|b>bold)/)
    expect(page).toContain('&lt;/script&gt;&lt;/style&gt;&lt;/pre&gt;')
  })

  it('has a dark and a light theme', () => {
    expect(render()).toContain('@media (prefers-color-scheme: dark)')
  })

  it('summarizes the run', () => {
    const header = withoutTags(between(render(), '<header>', '</header>'))
    expect(header).toContain('The contract is broken: 3 errors and 1 warning')
    expect(header).toContain('Operations covered 4 of 8')
    expect(header).toContain('Cases run 10 of 11')
    expect(header).toContain('Requests 97')
    expect(header).toContain('Duration 1.2 s')
    expect(header).toContain('Seed 1')
    expect(header).toContain('6 passed 2 failed 1 inconclusive 1 skipped 1 not run')
  })

  it('describes a finding by case, expectation, requirement with source, and place', () => {
    const item = withoutTags(between(render(), `id="f-${wrongType.id}"`, '</details>'))
    expect(item).toContain('Case GET /pets/{petId} accepts a valid request')
    expect(item).toContain("Got '/name' must be string")
    expect(item).toContain('#/components/schemas/Pet/properties/name/type spec/petstore.yaml:812:15')
    expect(render()).toContain('href="https://www.rfc-editor.org/rfc/rfc9110#section-15.3.2"')
  })

  it('shows request and response side by side, numbers and repeated headers as sent', () => {
    const item = between(render(), `id="f-${wrongType.id}"`, 'Reproduce')
    expect(withoutTags(item)).toContain('"id" : 9223372036854775807 ,')
    expect(withoutTags(item)).toContain('X-Trace: a X-Trace: b')
    expect(withoutTags(item)).toContain('200 OK after 12.5 ms')
  })

  it('marks the violation, and differences between sent and returned values', () => {
    expect(render()).toMatch(/<mark class="broken"> *<b>&quot;name&quot;<\/b>: <u>5<\/u>,/)
    const item = between(render(), `id="f-${lostUpdate.id}"`, 'Reproduce')
    expect(item.match(/<mark class="changed">/g)).toHaveLength(2)
    expect(item.match(/<mark class="absent">/g)).toHaveLength(7)
    expect(item).not.toMatch(/<mark[^>]*> *<b>&quot;price/)
  })

  it('contains each command exactly, for copying', () => {
    const item = between(render(), `id="f-${hostile.id}"`, '</details>')
    expect(item).toContain('&quot;&gt;&lt;svg onload=alert(1)&gt;&#39;&#13;\n# ```</code>')
  })

  it('groups findings of one kind below the first', () => {
    const again = { ...lostUpdate, id: 'c0123456789a', operation: 'getPet' }
    const page = render([lostUpdate, wrongType, again])
    const alike = between(page, '<li class="alike">', '<p class="none" id="nothing"')
    expect(withoutTags(alike)).toMatch(/^ 1 similar finding error /)
    expect(alike).toContain(`id="f-${again.id}"`)
    expect(alike).not.toContain(`id="f-${lostUpdate.id}"`)
    expect(page.match(/class="finding"/g)).toHaveLength(3)
    expect(render([lostUpdate, wrongType])).not.toContain('<li class="alike">')
  })

  it('shows how often each status was seen per operation, and which are undeclared', () => {
    const map = between(render(), '<table class="map">', '</table>')
    const row = (path: string): string => withoutTags(between(map, `</span> ${path}</code>`, '</tr>'))
    expect(withoutTags(map)).toContain('200 201 204 400 401 404 410 422 4XX 503 default Requests')
    expect(row('/pets')).toContain('14 9 0 declared but never seen')
    const deletion = withoutTags(between(map, 'DELETE', '</tr>'))
    expect(deletion).toContain('4 3 as 404, 409 2! not declared 9 0 of 1')
  })

  it('lists every case with its verdict, by the part of the request it changes', () => {
    const cases = withoutTags(between(render(), '<h3>Parameters', '<section id="lifecycle"'))
    expect(cases).toContain('body name ✗ failed: refuses name of 101 characters, above maxLength 100')
    expect(cases).toContain(
      'inconclusive: refuses petId abc The request was refused with 409, for another reason.',
    )
    expect(cases).toContain('not run: pages of the list of pets')
    expect(cases).toContain('No cases were planned for GET /pets/findByTags ,')
  })

  it('shows which operations and properties end when', () => {
    const rows = withoutTags(between(render(), '<table class="lifecycle">', '</table>'))
    expect(rows).toMatch(
      /findByTags .* ended 3 days ago .*image .* in 40 days .*\{petId\} .* in 1,475 days .*legacy no date – –/,
    )
    expect(rows).toMatch(/DELETE \/pets\/\{petId\} – – – beta/)
  })

  it('is readable without JavaScript, with the controls hidden', () => {
    const page = render()
    for (const [control] of page.matchAll(/<(?:form|button type="button" class="copy)[^>]*>/g))
      expect(control).toContain('js-only')
    expect(page.match(/<details>/g)).toHaveLength(sampleFindings.length)
  })

  it('has unique ids, and labels for every control and table', () => {
    const page = render()
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target)
    for (const [, label] of page.matchAll(/aria-labelledby="([^"]*)"/g)) expect(ids).toContain(label)
  })

  it('says if there are no findings, if the run ended early, and if nothing was judged', () => {
    const headerOf = (events: readonly RunEvent[]): string =>
      withoutTags(between(renderEvents(events), '<header>', '</header>'))
    expect(headerOf(sampleRun([]))).toContain('The contract holds spec/petstore.yaml')
    const stopped = {
      kind: 'stopped',
      reason: 'max-time',
      message: 'The time limit of 1 s was reached (--max-time).',
    } as const
    const early = sampleRun([]).map((event) => (event.kind === 'note' ? stopped : event))
    expect(headerOf(early)).toMatch(/holds as far as it was checked .* ended early: The time limit of 1 s/)
    expect(headerOf(sampleRun([]).slice(0, 2))).toMatch(/Nothing was checked .* did not finish/)
  })

  it('stays small with 500 findings with long bodies', () => {
    const list = JSON.stringify(
      Array.from({ length: 150 }, (_, id) => ({ id, name: `Pet ${String(id)}`, status: 'available' })),
    )
    const response = { status: 200, headers: [], body: list }
    const many = Array.from({ length: 500 }, (_, index) => ({
      ...wrongType,
      id: index.toString(16).padStart(12, '0'),
      at: '/149/name',
      response,
    }))
    const page = render(many)
    expect(page.length).toBeLessThan(12_000_000)
    expect(page.match(/<mark class="broken">/g)).toHaveLength(500)
    expect(page).toContain('more lines')
  })
})
