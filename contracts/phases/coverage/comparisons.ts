import { needsCredentials, type Operation } from '../../../spec/document.ts'
import { isSafe } from '../../../spec/http.ts'
import { isJsonType } from '../../../spec/http/media-type.ts'
import { bodyType, type Api } from '../../api/api.ts'
import { relatedResources } from '../../api/related-resources.ts'
import type { Case } from '../../case.ts'
import { isSelected, type RunOptions } from '../../options.ts'
import { correspondsToHead } from '../../requests/paths.ts'
import { mayBeEmpty } from '../../requests/validity.ts'
import { readsContent } from './bodies.ts'
import { comparison } from './comparisons/comparison.ts'
import {
  acceptsUnknownProperty,
  refuses,
  refusesAnyToken,
  refusesDuplicateName,
  supportsHead,
} from './comparisons/expectations.ts'
import {
  duplicateName,
  headRequest,
  invalidUtf8,
  takesText,
  textPlain,
  unknownProperty,
  wrongToken,
} from './comparisons/trials.ts'
import { numericFormatViolations } from './numeric-formats.ts'

/**
 * Leniency that HTTP, JSON and OpenAPI leave to the server. It is reported only where one operation is lenient and others
 * of the same API are not: their strictness shows what the API intends.
 */
export function comparisonCases(api: Api, options: RunOptions): readonly Case[] {
  const operations = comparedIn(api, options).filter((each) =>
    options.readOnly
      ? isSafe(each.method)
      : !api.bulkOperations.has(each.id) && !api.riskyOperations.has(each.id),
  )
  const gets = operations.filter(({ method }) => method === 'GET')
  const bodies = operations.filter((each) => readsContent(each) && isJsonType(bodyType(each)?.type ?? ''))
  return [
    comparison(
      'content-type',
      'a body labelled text/plain',
      bodies.filter((each) => !takesText(each) && !mayBeEmpty(api, each)).map(textPlain),
      refuses('an undeclared content type'),
    ),
    comparison(
      'utf-8',
      'a body that is not UTF-8',
      bodies.map(invalidUtf8),
      refuses('a body that is not UTF-8'),
    ),
    comparison(
      'duplicate-names',
      'a duplicate name in an object',
      bodies.map(duplicateName),
      refusesDuplicateName,
    ),
    comparison(
      'unknown-property',
      'an unknown property',
      bodies.map(unknownProperty),
      acceptsUnknownProperty,
    ),
    ...numericFormatViolations(api, operations).map(([format, mutations]) =>
      comparison(format, `a number beyond ${format}`, mutations, refuses(`a number beyond ${format}`)),
    ),
    comparison(
      'head',
      'HEAD instead of GET',
      gets.filter((each) => correspondsToHead(api, each)).map(headRequest),
      supportsHead,
    ),
    comparison(
      'wrong-token',
      'invalid credentials',
      operations.filter(needsCredentials).map(wrongToken),
      refusesAnyToken,
    ),
  ].filter(({ trials }) => trials > 1)
}

/**
 * The selected operations and those to compare them with: operations on related resources, and reads whose path has no
 * parameters.
 */
function comparedIn(api: Api, options: RunOptions): readonly Operation[] {
  const names = relatedResources(api, options)
  return api.operations.filter((each) => {
    const name = api.model.roles.get(each.id)?.resource.name
    const needsNoRecord = each.method === 'GET' && !each.path.includes('{')
    return isSelected(each, options) || needsNoRecord || (name !== undefined && names.has(name))
  })
}
