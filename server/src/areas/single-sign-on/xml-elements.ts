import { parseXml, type XmlElement } from '../../platform/aws/xml';

/** Levels of nested elements. Responses and metadata have about ten; without a limit, a document could exhaust the stack. */
const DEEPEST = 50;

/** Parses a document, and removes the prefixes of its element names. @throws SyntaxError if it is not XML, is nested too deep, or has a document type */
export function readElements(text: string): XmlElement {
  return withoutPrefixes(parseXml(text));
}

/** Returns the children with a name. */
export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

function withoutPrefixes(element: XmlElement, depth = 0): XmlElement {
  if (depth > DEEPEST) throw new SyntaxError('The XML is nested too deep.');
  return { ...element, name: element.name.replace(/^[^:]*:/, ''), children: element.children.map((child) => withoutPrefixes(child, depth + 1)) };
}
