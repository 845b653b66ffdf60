/** The values in a text that separates them by commas. */
export const separated = (text: string): readonly string[] => text.split(/\s*,\s*/)
