/** Whether an unknown value is an object, so neither null nor an array. For values of type `Json` use `isJsonObject`. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own property of an object or array, safe for names such as `constructor`; undefined when there is none. */
export function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

/** The own property of an object, if it is a non-empty string. */
export function ownText(value: unknown, name: string): string | undefined {
  const text = own(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Sets an own property, safe for names such as `__proto__`. */
export function setOwn(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}
