import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { record } from '../../../contracts/recording.ts'
import { renderJunit } from '../../../contracts/reporters/junit.ts'
import { lostUpdate, sampleRun, wrongType } from './sample-run.ts'

interface TestCase {
  readonly '@name': string
  readonly '@classname': string
  readonly failure?: { readonly '@message': string; readonly '@type': string }
  readonly skipped?: unknown
  readonly 'system-out'?: string
}

interface Suite {
  readonly '@name': string
  readonly '@failures': string
  readonly '@skipped': string
  readonly testcase: readonly TestCase[]
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  isArray: (name) => name === 'testsuite' || name === 'testcase',
})

const control = '\u0000\u001B'
const finding = { ...lostUpdate, message: `a < b & "c" ]]> ${control}${lostUpdate.message}` }
const xml = renderJunit(record(sampleRun([finding]))!)
const suites = (parser.parse(xml) as { readonly testsuites: { readonly testsuite: readonly Suite[] } })
  .testsuites.testsuite
const suite = (name: string): Suite | undefined => suites.find((candidate) => candidate['@name'] === name)
const test = (phase: string, path: string): TestCase | undefined =>
  suite(phase)?.testcase.find((testcase) => testcase['@name'].includes(`[${path}]`))

describe('a report for JUnit', () => {
  it('has a suite for each phase, and a test for each case', () => {
    expect(suites.map((testsuite) => [testsuite['@name'], testsuite.testcase.length])).toEqual([
      ['examples', 1],
      ['coverage', 7],
      ['stateful', 1],
      ['lifecycle', 1],
    ])
  })

  it('names a test after its operation, its title and its path', () => {
    expect(test('coverage', 'coverage/createPet/accepted')).toMatchObject({
      '@classname': 'createPet',
      '@name': 'POST /pets accepts a valid request [coverage/createPet/accepted]',
    })
  })

  it('fails a test with the findings of its case, and says how to reproduce them', () => {
    const { failure, 'system-out': out } = test('stateful', 'stateful/pets/lifecycle')!
    expect(failure).toMatchObject({ '@type': 'created-readable' })
    expect(failure?.['@message']).toContain('expected categoryId = 3; got 1.')
    expect(out).toContain(lostUpdate.curl)
    expect(out).toContain(lostUpdate.replay)
    expect(suite('stateful')).toMatchObject({ '@failures': '1' })
  })

  it('says where the document declares what a finding breaks', () => {
    expect(renderJunit(record(sampleRun([{ ...lostUpdate, location: wrongType.location! }]))!)).toContain(
      'Declared at: spec/petstore.yaml:812:15',
    )
  })

  it('refers a case that failed for an earlier finding to the case that reported it', () => {
    const { failure, 'system-out': out } = test('coverage', 'coverage/createPet/body/name/101-characters')!
    expect(failure).toBeUndefined()
    expect(out).toContain('Another case has already reported this finding.')
  })

  it('skips cases that were not judged, and says why', () => {
    expect(test('lifecycle', 'lifecycle/getPet/sunset')).toMatchObject({
      skipped: '',
      'system-out': 'skipped: The limit of 5000 requests was reached (--max-requests).',
    })
    expect(test('coverage', 'coverage/deletePet/path/petId/x')?.['system-out']).toBe(
      'inconclusive: The request was refused with 409, for another reason.',
    )
  })

  it('is well-formed XML for any response', () => {
    expect(xml).not.toContain(control)
    expect(test('stateful', 'stateful/pets/lifecycle')?.failure?.['@message']).toContain('a < b & "c" ]]>')
  })
})
