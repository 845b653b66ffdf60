/** Whether a value is an object as JSON has them: neither null nor an array. Of what has a type `isJsonObject` tells it. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own property of an object or array, whatever it is called (`constructor` too); undefined when there is none. */
export function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

/** The own property of an object, where it is a text and not empty. */
export function ownText(value: unknown, name: string): string | undefined {
  const text = own(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Sets an own property, whatever it is called (`__proto__` too). */
export function setOwn(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}
