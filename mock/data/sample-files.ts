/** The smallest files of types that programs open rather than show as text: an empty page, a transparent pixel. */
export const sampleFile = (type: string): Uint8Array =>
  type.endsWith('pdf')
    ? new TextEncoder().encode(emptyPage())
    : Uint8Array.from(atob(pixel), (unit) => unit.charCodeAt(0))

/** ISO 32000-2 §7.5. */
function emptyPage(): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${String(index + 1)} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const count = String(objects.length + 1)
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`
  return `${text}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${String(text.length)}\n%%EOF\n`
}

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
