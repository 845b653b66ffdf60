import { InvalidArgumentError } from 'commander'
import { describe, expect, it } from 'vitest'
import * as parse from '../../../contracts/cli/parse.ts'

type Given = readonly [name: string, parse: (text: string) => unknown, text: string, want: unknown]

describe('a flag of the check command', () => {
  it.each<Given>([
    ['URL', parse.parseUrl, 'https://api.example.com/v1', new URL('https://api.example.com/v1')],
    ['phases, in the order they are run', parse.parsePhases, 'fuzz, examples', ['examples', 'fuzz']],
    ['integer', parse.parseInteger, '-12', -12],
    ['positive integer', parse.parsePositive, '1', 1],
    ['time in seconds', parse.parseTime, '1.5', 1500],
    ['time in milliseconds', parse.parseTime, '20ms', 20],
    ['time in minutes', parse.parseTime, '2m', 120_000],
    ['time in hours', parse.parseTime, '1h', 3_600_000],
    ['rate in a second', parse.parseRate, '50', 50],
    ['rate in a minute', parse.parseRate, '120/m', 2],
    ['header', parse.parseHeader, 'X-Trace:  a: b', { 'x-trace': 'a: b' }],
    ['header without a value', parse.parseHeader, 'X-Empty:', { 'x-empty': '' }],
    ['severity', parse.parseSeverity, 'warning', 'warning'],
    ['replay', parse.parseReplayFlag, '7:coverage/readPet/path', { seed: 7, path: 'coverage/readPet/path' }],
    ['shard', parse.parseShardFlag, '2/4', { index: 2, count: 4 }],
    ['checks', parse.parseChecks, 'server-error, int64', ['server-error', 'int64']],
    ['severities', parse.parseSeverities, 'int64=error', { int64: 'error' }],
    ['part of a credential', parse.parseScheme, 'basic=user:a=b', { basic: 'user:a=b' }],
  ])('%s: %o', (_, read, text, want) => {
    expect(read(text)).toEqual(want)
  })

  it.each<readonly [name: string, parse: (text: string) => unknown, text: string]>([
    ['URL', parse.parseUrl, 'api.example.com'],
    ['URL of another protocol', parse.parseUrl, 'ftp://api.example.com'],
    ['phase', parse.parsePhases, 'examples,none'],
    ['integer', parse.parseInteger, '1.5'],
    ['integer that a double cannot hold', parse.parseInteger, '9007199254740993'],
    ['positive integer', parse.parsePositive, '0'],
    ['time', parse.parseTime, '5 minutes'],
    ['rate', parse.parseRate, 'often'],
    ['rate of nothing', parse.parseRate, '0/s'],
    ['header', parse.parseHeader, 'no colon'],
    ['header with a space in its name', parse.parseHeader, 'a b: c'],
    ['report', parse.parseReport, 'pdf=report.pdf'],
    ['severity', parse.parseSeverity, 'fatal'],
    ['replay', parse.parseReplayFlag, 'readPet'],
    ['shard', parse.parseShardFlag, '5/4'],
    ['check', parse.parseChecks, 'server-error,none'],
    ['check to be more or less severe', parse.parseSeverities, 'none=error'],
    ['severity of a check', parse.parseSeverities, 'int64=fatal'],
    ['part of a credential', parse.parseScheme, 'token'],
  ])('that is no %s is refused: %s', (_, read, text) => {
    expect(() => read(text)).toThrow(InvalidArgumentError)
  })

  it('that is given again adds to what was given before', () => {
    expect(parse.collect('two', parse.collect('one'))).toEqual(['one', 'two'])
    expect(parse.parseHeader('B: 2', parse.parseHeader('A: 1'))).toEqual({ a: '1', b: '2' })
    expect(parse.parseChecks('int64', ['server-error'])).toEqual(['server-error', 'int64'])
    expect(parse.parseSeverities('int64=error', { 'server-error': 'warning' })).toEqual({
      'server-error': 'warning',
      int64: 'error',
    })
    expect(parse.parseScheme('b=2', parse.parseScheme('a=1'))).toEqual({ a: '1', b: '2' })
    expect(parse.parseReport('json=b.json', parse.parseReport('junit=a.xml'))).toHaveLength(2)
  })
})

it('two reports to standard output are refused', () => {
  const [first] = parse.parseReport('json=-')
  expect(() => parse.parseReport('github', first && [first])).toThrow(InvalidArgumentError)
})
