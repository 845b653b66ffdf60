/** An option of a mock that cannot be honoured; its message says why. */
export class MockOptionError extends Error {
  override readonly name = 'MockOptionError'
}
