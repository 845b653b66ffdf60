/** Escapes a text for use in a regular expression, as `RegExp.escape` does from Node 24 on. */
export const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
