import type { Document } from '../document.ts'

/** Features that the schemas of a document use. Most use none, which halves the work for large documents. */
export interface SchemaFeatures {
  /** Whether requests and responses are validated differently: a `readOnly` or `writeOnly` property may be required. */
  readonly viewsDiffer: boolean
  readonly usesWriteOnly: boolean
  /** Whether it uses `unevaluatedProperties` or `unevaluatedItems`. */
  readonly usesUnevaluated: boolean
}

interface Findings {
  /** Names of `readOnly` and `writeOnly` properties. */
  readonly flagged: Set<string>
  /** Names in any `required`. */
  readonly required: Set<string>
  /** Whether a flag is on a schema other than a property's, to which a property may refer. */
  isFlaggedElsewhere: boolean
  usesWriteOnly: boolean
  usesUnevaluated: boolean
}

const featuresByDocument = new WeakMap<Document, SchemaFeatures>()

/** Determines the features of a document, in one traversal. Cached. */
export function schemaFeatures(document: Document): SchemaFeatures {
  const known = featuresByDocument.get(document)
  if (known) return known
  const findings: Findings = {
    flagged: new Set(),
    required: new Set(),
    isFlaggedElsewhere: false,
    usesWriteOnly: false,
    usesUnevaluated: false,
  }
  inspect(document.root, undefined, false, findings)
  const { flagged, required, isFlaggedElsewhere, usesWriteOnly, usesUnevaluated } = findings
  const viewsDiffer = isFlaggedElsewhere ? required.size > 0 : [...flagged].some((name) => required.has(name))
  const features = { viewsDiffer, usesWriteOnly, usesUnevaluated }
  featuresByDocument.set(document, features)
  return features
}

/**
 * @param property the name, if the value is the schema of a property
 * @param isPropertyMap whether the value is the value of `properties`
 */
function inspect(
  value: unknown,
  property: string | undefined,
  isPropertyMap: boolean,
  findings: Findings,
): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) inspect(item, undefined, false, findings)
    return
  }
  const node = value as Readonly<Record<string, unknown>>
  if (!isPropertyMap) inspectNode(node, property, findings)
  for (const name in node)
    inspect(node[name], isPropertyMap ? name : undefined, !isPropertyMap && name === 'properties', findings)
}

function inspectNode(
  node: Readonly<Record<string, unknown>>,
  property: string | undefined,
  findings: Findings,
): void {
  const { readOnly, writeOnly, required } = node
  if (Array.isArray(required)) for (const name of required) findings.required.add(String(name))
  if (writeOnly === true) findings.usesWriteOnly = true
  if ('unevaluatedProperties' in node || 'unevaluatedItems' in node) findings.usesUnevaluated = true
  if (readOnly !== true && writeOnly !== true) return
  if (property === undefined) findings.isFlaggedElsewhere = true
  else findings.flagged.add(property)
}
