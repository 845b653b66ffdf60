/** A text as the pattern of itself; `RegExp.escape` begins with Node 24. */
export const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
