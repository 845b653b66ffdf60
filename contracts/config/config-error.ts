/** A name at fault in the configuration, or a hook that failed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
