import { expect, it } from 'vitest'
import { withoutErrorCodes } from '../../../spec/reading/error-codes.ts'

it.each([
  ['409 with code `email_taken` if the email is taken.', '409 if the email is taken.'],
  ['Otherwise the answer is 409 and code\n`email_taken`.', 'Otherwise the answer is 409.'],
  ['409 Conflict with the error code "email_taken" if it is.', '409 Conflict if it is.'],
  ['Refused with 409 (code `email_taken`).', 'Refused with 409.'],
])('a description is read without the codes of errors: %s', (description, text) => {
  const plain = withoutErrorCodes(description)
  expect(plain.text).toBe(text)
  expect(plain.errorCodes).toMatchObject([{ status: 409, code: 'email_taken' }])
})

it('a code in the description of a response is of its status', () => {
  expect(withoutErrorCodes('The email is taken (code `email_taken`)', '409')).toMatchObject({
    text: 'The email is taken',
    errorCodes: [{ status: 409, code: 'email_taken' }],
  })
})

it.each(['Sends a code `A1` to the phone.', 'A 404 page with the postal code.', '409 if the code is taken.'])(
  'other codes stay: %s',
  (description) => {
    expect(withoutErrorCodes(description)).toEqual({ text: description, errorCodes: [] })
  },
)
