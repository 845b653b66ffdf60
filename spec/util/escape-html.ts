const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A reader of HTML takes a bare carriage return for a line feed.
  '\r': '&#13;',
}

/** The text as content of an HTML element, or as the value of an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"'\r]/g, (character) => entities[character] ?? character)
}
