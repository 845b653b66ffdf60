/** Thrown for an invalid option of a mock; its message says what is wrong with it. */
export class MockOptionError extends Error {
  override readonly name = 'MockOptionError'
}
