import { describe, expect, it } from 'vitest'
import { checks } from '../../../contracts/checks/index.ts'
import { pointerIn, requirementUrl } from '../../../contracts/findings/requirement.ts'

describe('a requirement', () => {
  it.each([
    ['#/components/schemas/Pet/properties/name/type', '#/components/schemas/Pet/properties/name/type'],
    ['#/paths/~1pets/get/deprecated and RFC 9745 §2', '#/paths/~1pets/get/deprecated'],
    ['#/paths/~1pets/get/security (OpenAPI 3.0.4 §4.7.30)', '#/paths/~1pets/get/security'],
    ['see #/paths/~1pets.', '#/paths/~1pets'],
    ['RFC 9110 §15.5.6: Allow', undefined],
  ])('%s points at %s', (requirement, pointer) => expect(pointerIn(requirement)).toBe(pointer))

  it.each([
    ['RFC 9110 §15.5.2 and §11.6.1: 401 MUST send', 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2'],
    ['RFC 8259: JSON', 'https://www.rfc-editor.org/rfc/rfc8259'],
    ['OpenAPI 3.0.4 §4.7.10: an operation', 'https://spec.openapis.org/oas/v3.0.4.html'],
    [
      'draft-ietf-httpapi-idempotency-key-header-07 §2: once',
      'https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07',
    ],
    ['The filter parameter in the document', undefined],
  ])('%s is read at %s', (requirement, url) => expect(requirementUrl(requirement)).toBe(url))

  it('of every check that names a standard can be read', () => {
    for (const { requirement } of checks) {
      if (/RFC|OpenAPI \d|draft-/.test(requirement))
        expect(requirementUrl(requirement), requirement).toMatch(/^https:/)
    }
  })
})
