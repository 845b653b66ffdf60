/** An invalid configuration or baseline, or a hook that failed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
