import type { Block } from './template';

/** A node of the Atlassian Document Format. @see https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/ */
interface AdfNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: AdfNode[];
  text?: string;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
}

/** Writes blocks as a document of Jira Cloud. Its text nodes know no markup, so names need no escapes. */
export function adf(blocks: readonly Block[]): { version: 1 } & AdfNode {
  const paragraph = (...content: AdfNode[]): AdfNode => ({ type: 'paragraph', content });
  const linked = (text: string, url: string): AdfNode => ({ type: 'text', text, marks: [{ type: 'link', attrs: { href: url } }] });
  const content = blocks.map((block): AdfNode => {
    switch (block.kind) {
      case 'heading':
        return { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: block.text }] };
      case 'text':
        return paragraph({ type: 'text', text: block.text });
      case 'link':
        return paragraph(linked(block.text, block.url));
      case 'list': {
        const items = block.items.map(({ text, url }): AdfNode => ({
          type: 'listItem',
          content: [paragraph(url ? linked(text, url) : { type: 'text', text })],
        }));
        return { type: 'bulletList', content: items };
      }
    }
  });
  return { version: 1, type: 'doc', content };
}

/** Writes blocks in the wiki markup of Jira Data Center. Names mention nobody and format nothing. */
export function wiki(blocks: readonly Block[]): string {
  const escaped = (text: string): string => text.replace(/[\\{}[\]*_\-+^~?!|#@:]/g, (sign) => (sign === '\\' ? '&#92;' : `\\${sign}`));
  return written(blocks, {
    text: escaped,
    heading: (text) => `h3. ${text}`,
    link: (text, url) => `[${text}|${url}]`,
    item: (text) => `* ${text}`,
  });
}

/** An invisible character that separates nothing, and that no reference contains. */
const JOINER = '\u2060';

/**
 * Writes blocks in the Markdown of GitHub and GitLab. Names format nothing, because signs with a meaning are entities. Both products look for mentions,
 * references and addresses in the finished text, where an entity is its sign again, so an invisible character follows those signs.
 */
export function markdown(blocks: readonly Block[]): string {
  const entity = (sign: string): string => `&#${sign.codePointAt(0)};`;
  return written(blocks, {
    text: (text) =>
      text
        .replace(/[^\p{L}\p{N} .,;()'"?-]/gu, (sign, at: number) => {
          const refers = /[@#!~%$&^]/.test(sign) || (sign === ':' && text.startsWith('//', at + 1));
          return entity(sign) + (refers ? JOINER : '');
        })
        .replace(/www\./gi, `$&${JOINER}`)
        .replace(/^(\d+)\./, '$1&#46;')
        .replace(/^-/, entity('-')),
    heading: (text) => `### ${text}`,
    link: (text, url) => `[${text}](${encodeURI(decodeURI(url)).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))})`,
    item: (text) => `- ${text}`,
  });
}

/** Writes blocks without markup. ServiceNow shows what stands between `[code]` tags as HTML, so names cannot contain them. */
export function plainText(blocks: readonly Block[]): string {
  return written(blocks, {
    text: (text) => text.replace(/\[(\/?)code\]/gi, '($1code)'),
    heading: (text) => text.toUpperCase(),
    link: (text, url) => `${text}: ${url}`,
    item: (text) => `- ${text}`,
  });
}

interface Marks {
  text: (text: string) => string;
  heading: (text: string) => string;
  link: (text: string, url: string) => string;
  item: (text: string) => string;
}

function written(blocks: readonly Block[], { text: escaped, heading, link, item }: Marks): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'heading':
          return heading(escaped(block.text));
        case 'text':
          return escaped(block.text);
        case 'link':
          return link(escaped(block.text), block.url);
        case 'list':
          return block.items.map(({ text, url }) => item(url ? link(escaped(text), url) : escaped(text))).join('\n');
      }
    })
    .join('\n\n');
}
