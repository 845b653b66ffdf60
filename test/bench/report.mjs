export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** Formats the median and range of values: `0.38 (0.36 to 0.41)`. */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return `${median(sorted).toFixed(2)} (${sorted[0].toFixed(2)} to ${sorted.at(-1).toFixed(2)})`
}

/** Prints a table whose first column is left-aligned. */
export function printTable(title, lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)))
  console.log(`\n${title}`)
  for (const line of lines) {
    const cells = line.map((cell, column) =>
      column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column]),
    )
    console.log(cells.join('  '))
  }
}
