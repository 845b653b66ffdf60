import { describe, expect, it } from 'vitest'
import { answerChecks } from '../../../contracts/checks/index.ts'
import { informationLeak } from '../../../contracts/checks/information-leak.ts'
import type { Answer } from '../../../contracts/interaction.ts'
import { linesOf } from '../support/violations.ts'
import { answer } from './plain-answer.ts'

const judge = (body: string, status = 500): readonly string[] =>
  linesOf(informationLeak.judge(answer([], status, { body })))

const judgeEcho = (body: string, query: string, content?: string): readonly string[] => {
  const given = answer([], 400, { body, query })
  const request = {
    ...given.exchange.request,
    body: content === undefined ? undefined : Buffer.from(content),
  }
  return linesOf(informationLeak.judge({ ...given, exchange: { ...given.exchange, request } }))
}

describe('reports internals of a server in an error:', () => {
  it.each([
    '    at getOrder (/srv/store/orders.js:31:14)',
    'Error: x\n    at Object.<anonymous> (file:///srv/store.js:3)',
    '{"stack":"Error\\n    at run (node:internal/process:1:2)"}',
    '{"stack":"at run (C:\\\\srv\\\\a.js:1:2)"}',
    'at async file:///srv/orders.js:31:14',
    'Error\n at /srv/orders.js:31:14',
    'Error\\n  at async node:internal/main:1:2',
    'Traceback (most recent call last):',
    'in File "shop.py", line 3',
    '{"error":"File \\"shop.py\\", line 12"}',
    'Oh\n\tat com.example.Shop.buy(Shop.java:12)',
    '{"trace":"at a.B.c(D$1.kt:7)"}',
    'at a.b(C.scala:1)',
    'java.lang.NullPointerException',
    'javax.servlet.ServletException: x',
    'jakarta.ws.rs.BadRequestException',
    'org.springframework.web.HttpError',
    'org.hibernate.PropertyValueException',
    'goroutine 12 [running]:',
    'panic: runtime error',
    'System.NullReferenceException: x',
    'System.Data.SqlClient.SqlException: x',
  ])('a stack trace: %s', (body) => {
    expect(judge(body)).toHaveLength(1)
    expect(judge(body)[0]).toMatch(
      /^stack trace \| an error without implementation details \| a stack trace \([^]+\)$/,
    )
  })

  it.each([
    'SELECT * FROM pets WHERE id = 1',
    'SELECT name\nFROM pets ',
    'INSERT INTO pets (id) VALUES (1)',
    'UPDATE pets SET name = 1',
    'DELETE FROM pets WHERE id = 1',
    'select a from b where c',
    'Select a From b order by c',
    'select a from b group by c',
    'select a from b limit 5',
    'insert into pets (id) values (1)',
    'SQLSTATE[23000]',
    'SQLSTATE 23000',
    'ORA-00942: no table',
    'SQLITE_CONSTRAINT: x',
    'syntax error at or near "x"',
    'You have an error in your SQL syntax',
  ])('SQL: %s', (body) => {
    expect(judge(body)).toHaveLength(1)
    expect(judge(body)[0]).toMatch(/^SQL \| an error without implementation details \| SQL \([^]+\)$/)
  })
})

it.each([
  'We are at home (see /srv/a.js:1)',
  'at home (here:1)',
  'Look at file:///srv/orders.js',
  'File "notes.txt", line 3',
  'File "shop.py", line x',
  'at com.example.Shop(Shop.java)',
  'The java.lang package',
  'my.java.lang.Thing',
  'goroutine x [running]:',
  'goroutine 12 running:',
  'a panic: it runs',
  'System error: Exception:',
  'Select one from the list',
  'select a pet from it, or wherever it is',
  'INSERT INTO pets',
  'insert into pets (id)',
  'UPDATE your token',
  'DELETE it FROM here',
  'ORA-123',
  'FLORA-12345',
  'ORA-123456',
  'a syntax error at line 3',
])('accepts an error that says: %s', (body) => {
  expect(judge(body)).toEqual([])
})

describe('a leak', () => {
  it('is quoted by its first words', () => {
    expect(judge('x ORA-00942 y')).toEqual([
      'SQL | an error without implementation details | SQL (ORA-00942)',
    ])
    expect(judge('Error\n    at run (/a.js:1:2)')[0]).toContain('(at run (/a.js:1:2))')
  })

  it('is only looked for in text responses from 400 on', () => {
    expect(judge('ORA-00942', 400)).toHaveLength(1)
    expect(judge('ORA-00942', 399)).toEqual([])
    const bytes = answer([], 500)
    const response = {
      ...bytes.exchange.response,
      body: Uint8Array.from([0xff, ...Buffer.from('ORA-00942')]),
    }
    expect(informationLeak.judge({ ...bytes, exchange: { ...bytes.exchange, response } })).toEqual([])
  })

  it('is not reported if the request contained the text, in its query or body', () => {
    expect(judgeEcho('ORA-00942', '')).toHaveLength(1)
    expect(judgeEcho('ORA-00942', 'q=%4FRA-00942')).toEqual([])
    expect(judgeEcho('ORA-00942', 'q=%E0%A4%A&n=ORA-00942')).toEqual([])
    expect(judgeEcho('ORA-00942', '', '{"name":"ORA-00942"}')).toEqual([])
    expect(judgeEcho('ORA-00942', '', '{"name":"ORA-00943"}')).toHaveLength(1)
  })
})

it('responses are also judged by checks that need more evidence elsewhere', () => {
  const violationsOf = (id: string, given: Answer): readonly string[] =>
    linesOf(answerChecks.find((check) => check.id === id)!.judge(given))
  const twice = { ...answer([]), content: { kind: 'json', value: {}, duplicate: '"a"' } } as const
  expect(violationsOf('duplicate-keys', twice)).toEqual([
    'name:"a" | unique names within each object | "a" twice in one object',
  ])
  const both = answer([
    ['Content-Length', '2'],
    ['Transfer-Encoding', 'chunked'],
  ])
  expect(violationsOf('content-length', both)).toHaveLength(1)
})
