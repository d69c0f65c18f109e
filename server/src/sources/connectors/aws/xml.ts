/** An element of an answer of AWS. Text between elements is left out: answers have none. */
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
 * Reads a document as AWS writes it: elements, attributes, text, CDATA. There are no document types in it, and none are read: nothing is ever looked up
 * or unfolded. Throws a SyntaxError where it is no such document.
 */
export function parseXml(text: string): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  TOKEN.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text);
    if (!token) throw new SyntaxError(`This is no XML at character ${at}.`);
    const [, cdata, closed, name, attributes = '', selfClosed, plain] = token;
    const current = open.at(-1) as XmlElement;
    if (name !== undefined) {
      const element: XmlElement = { name, attributes: attributesOf(attributes), children: [], text: '' };
      current.children.push(element);
      if (!selfClosed) open.push(element);
    } else if (closed !== undefined) {
      if (open.length === 1 || current.name !== closed) throw new SyntaxError(`</${closed}> closes nothing at character ${at}.`);
      open.pop();
    } else if (cdata !== undefined) current.text += cdata;
    else if (plain !== undefined) current.text += unescaped(plain);
  }
  const [root] = top.children;
  if (open.length > 1 || !root) throw new SyntaxError('The XML is cut off.');
  return root;
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** As the text of an element, or in quotes as the value of an attribute. */
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
