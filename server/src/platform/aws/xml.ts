/** An element of an AWS response. Text between elements is left out, because responses have none. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const TOKEN = /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<\/([^\s>]+)\s*>|<([^\s/>!?]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Parses the subset of XML in AWS responses: elements, attributes, text and CDATA. Rejects document types, so no entity is resolved or expanded.
 * @throws SyntaxError if the text is not such a document
 */
export function parseXml(text: string): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  TOKEN.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text);
    if (!token) throw new SyntaxError(`Invalid XML at character ${at}.`);
    const [, cdata, closed, name, attributes = '', selfClosed, plain] = token;
    const current = open.at(-1) as XmlElement;
    if (name !== undefined) {
      const element: XmlElement = { name, attributes: attributesOf(attributes), children: [], text: '' };
      current.children.push(element);
      if (!selfClosed) open.push(element);
    } else if (closed !== undefined) {
      if (open.length === 1 || current.name !== closed) throw new SyntaxError(`Unmatched </${closed}> at character ${at}.`);
      open.pop();
    } else if (cdata !== undefined) current.text += cdata;
    else if (plain !== undefined) current.text += unescaped(plain);
  }
  const [root] = top.children;
  if (open.length > 1 || !root) throw new SyntaxError('The XML is incomplete.');
  return root;
}

/** Returns the first child with a name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** Escapes text for the content of an element or for a quoted attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => `&#${character.codePointAt(0)};`);
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name, unescaped(double ?? single ?? '')]));
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
