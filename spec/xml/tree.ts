/** An element of a parsed XML document, without comments and processing instructions. */
export interface XmlElement {
  /** The name as written, with its prefix. */
  readonly name: string
  /** The namespace of its prefix, or the default namespace; undefined if none is declared. */
  readonly namespace: string | undefined
  /** The attributes, without namespace declarations. */
  readonly attributes: readonly XmlAttribute[]
  readonly elements: readonly XmlElement[]
  /** The text directly inside the element, including CDATA sections. */
  readonly text: string
  /** The index of its start in the text of the document. */
  readonly offset: number
}

/** An attribute of an element. Its name is as written, with its prefix. */
export interface XmlAttribute {
  readonly name: string
  readonly namespace: string | undefined
  readonly value: string
}

/** The namespace of `xsi:nil` and `xsi:type`. */
export const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'

/** Matches a character that an XML document cannot contain (XML 1.0 §2.2). */
export const notXml: RegExp = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\p{Cs}\ufffe\uffff]/u
