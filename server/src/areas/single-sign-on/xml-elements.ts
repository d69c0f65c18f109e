import { parseXml, type XmlElement } from '../../platform/aws/xml';

/** Parses a document, and removes the prefixes of its element names. @throws SyntaxError if it is not XML, or has a document type */
export function readElements(text: string): XmlElement {
  return withoutPrefixes(parseXml(text));
}

/** Returns the children with a name. */
export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

function withoutPrefixes(element: XmlElement): XmlElement {
  return { ...element, name: element.name.replace(/^[^:]*:/, ''), children: element.children.map(withoutPrefixes) };
}
