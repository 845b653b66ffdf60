/** An element of an XML document that was read. Comments and processing instructions are left out. */
export interface XmlElement {
  /** As written, with its prefix. */
  readonly name: string
  /** The namespace that its prefix, or no prefix, stands for; undefined when none is declared for it. */
  readonly namespace: string | undefined
  /** Declarations of namespaces left out. */
  readonly attributes: readonly XmlAttribute[]
  readonly elements: readonly XmlElement[]
  /** All its own text, CDATA sections included. */
  readonly text: string
  /** Where it begins: an index into the text of the document. */
  readonly offset: number
}

/** An attribute of an element; its name as written, with its prefix. */
export interface XmlAttribute {
  readonly name: string
  readonly namespace: string | undefined
  readonly value: string
}

/** `xsi:nil` and the like. */
export const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'

/** A character that no XML document can hold (XML 1.0 §2.2). */
export const notXml: RegExp = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\p{Cs}\ufffe\uffff]/u
