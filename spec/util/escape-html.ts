const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // HTML parsers turn a bare carriage return into a line feed.
  '\r': '&#13;',
}

/** Escapes text for the content of an HTML element or the value of a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"'\r]/g, (character) => entities[character] ?? character)
}
