/** A part of a page below one heading, for the search of the help. */
export interface HelpSection {
  /** Anchor of the heading. */
  id: string;
  title: string;
  text: string;
}

export interface HelpPage {
  title: string;
  html: string;
  sections: HelpSection[];
}

/** Returns the address that the help uses for a target of a link; null shows the words without a link. */
export type ResolveLink = (target: string) => string | null;

/** Renders the Markdown of the documentation: headings, paragraphs, lists, tables, code, images and links. */
export function renderMarkdown(source: string, resolve: ResolveLink): HelpPage {
  const lines = source.replace(/<!--[\s\S]*?-->/g, '').split('\n');
  const page: HelpPage = { title: '', html: '', sections: [] };
  const ids = new Set<string>();
  for (const block of blocksOf(lines)) {
    const heading = /^(#{1,6}) (.*)$/.exec(block[0] ?? '');
    if (heading) {
      const text = plainText(heading[2] ?? '');
      const level = (heading[1] ?? '#').length;
      const id = uniqueId(text, ids);
      if (level === 1) page.title = text;
      page.sections.push({ id, title: text, text: '' });
      page.html += `<h${level} id="${id}">${renderInline(heading[2] ?? '', resolve)}</h${level}>\n`;
      continue;
    }
    page.html += renderBlock(block, resolve);
    const section = page.sections.at(-1);
    if (section) section.text = `${section.text} ${plainText(block.join(' '))}`.trim();
  }
  return page;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Returns the anchor that a heading has on code hosting sites, so that links between documents work in both places. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function uniqueId(heading: string, taken: Set<string>): string {
  const base = anchorOf(heading);
  let id = base;
  for (let next = 1; taken.has(id); next++) id = `${base}-${next}`;
  taken.add(id);
  return id;
}

/** Splits lines into blocks at blank lines. Blank lines inside code and between the lines of one list item do not end a block. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  let block: string[] = [];
  const end = (): void => {
    while (block.at(-1)?.trim() === '') block.pop();
    if (block.length > 0) blocks.push(block);
    block = [];
  };
  for (const line of lines) {
    const [first = ''] = block;
    if (first.startsWith('```')) {
      block.push(line);
      if (line.startsWith('```')) end();
    } else if (/^#{1,6} /.test(line)) {
      end();
      blocks.push([line]);
    } else if (line.trim() === '') {
      if (isIndentedCode(first) || isItem(first)) block.push(line);
      else end();
    } else {
      const afterBlank = block.at(-1)?.trim() === '';
      const continues = isIndentedCode(first) ? isIndentedCode(line) : isItem(first) && (line.startsWith('  ') || isItem(line));
      if ((afterBlank && !continues) || line.startsWith('```')) end();
      block.push(line);
    }
  }
  end();
  return blocks;
}

function isIndentedCode(line: string): boolean {
  return line.startsWith('    ');
}

const ITEM = /^(-|\d+\.) +/;

function isItem(line: string): boolean {
  return ITEM.test(line);
}

function renderBlock(block: readonly string[], resolve: ResolveLink): string {
  const [first = '', second = ''] = block;
  if (first.startsWith('```')) return renderCode(block.slice(1, block.at(-1)?.startsWith('```') ? -1 : undefined));
  if (isIndentedCode(first)) return renderCode(block.map((line) => line.slice(4)));
  if (isItem(first)) return renderList(block, resolve);
  if (first.startsWith('|') && /^\|[ :|-]+\|$/.test(second)) return renderTable(block, resolve);
  if (first.startsWith('> '))
    return `<blockquote><p>${renderInline(block.map((line) => line.replace(/^> ?/, '')).join(' '), resolve)}</p></blockquote>\n`;
  return `<p>${renderInline(block.join(' '), resolve)}</p>\n`;
}

function renderCode(lines: readonly string[]): string {
  return `<pre tabindex="0"><code>${escapeHtml(lines.join('\n'))}</code></pre>\n`;
}

function renderList(lines: readonly string[], resolve: ResolveLink): string {
  const items: string[][] = [];
  for (const line of lines) {
    if (isItem(line)) items.push([line.replace(ITEM, '')]);
    else items.at(-1)?.push(line.replace(/^ {2,3}/, ''));
  }
  const name = /^\d/.test(lines[0] ?? '') ? 'ol' : 'ul';
  const rendered = items.map((item) => {
    const [head = [], ...rest] = blocksOf(item);
    // A nested list follows the words of its item without a blank line.
    const nested = head.findIndex((line, index) => index > 0 && isItem(line));
    const words = nested < 0 ? head : head.slice(0, nested);
    const below = [...(nested < 0 ? [] : [head.slice(nested)]), ...rest].map((block) => renderBlock(block, resolve)).join('');
    return `<li>${renderInline(words.map((line) => line.trim()).join(' '), resolve)}${below}</li>`;
  });
  return `<${name}>${rendered.join('')}</${name}>\n`;
}

function renderTable([head = '', , ...rows]: readonly string[], resolve: ResolveLink): string {
  const cells = (row: string, tag: 'th' | 'td'): string =>
    row
      .trim()
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${renderInline(cell.trim().replaceAll('\\|', '|'), resolve)}</${tag}>`)
      .join('');
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
  return `<div class="table" tabindex="0"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${body}</tbody></table></div>\n`;
}

const INLINE =
  /(?<code>`+)(?<literal>.+?)\k<code>(?!`)|!\[(?<alt>[^\]]*)\]\((?<image>[^)]*)\)|\[(?<label>(?:[^\][]|\[[^\]]*\])*)\]\((?<target>[^)]*)\)|\*\*(?<strong>.+?)\*\*|(?<![\w*])\*(?<emphasis>[^*\s][^*]*)\*(?!\w)|\\(?<escaped>[\\`*_[\]|<>#])|(?<bare>https?:\/\/[^\s)`]*[^\s)`.,;:])/g;

function renderInline(text: string, resolve: ResolveLink): string {
  let html = '';
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    html += escapeHtml(text.slice(at, match.index));
    at = match.index + match[0].length;
    const { literal, image, alt, label, target, strong, emphasis, escaped, bare } = match.groups ?? {};
    if (literal !== undefined) html += `<code>${escapeHtml(literal.trim())}</code>`;
    else if (image !== undefined) html += `<img src="${escapeHtml(resolve(image) ?? image)}" alt="${escapeHtml(alt ?? '')}" loading="lazy">`;
    else if (target !== undefined) html += renderLink(renderInline(label ?? '', resolve), resolve(target));
    else if (strong !== undefined) html += `<strong>${renderInline(strong, resolve)}</strong>`;
    else if (emphasis !== undefined) html += `<em>${renderInline(emphasis, resolve)}</em>`;
    else if (bare !== undefined) html += renderLink(escapeHtml(bare), bare);
    else html += escapeHtml(escaped ?? '');
  }
  return html + escapeHtml(text.slice(at));
}

function renderLink(label: string, href: string | null): string {
  return href === null ? label : `<a href="${escapeHtml(href)}">${label}</a>`;
}

/** Returns the words of Markdown without its marks. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|]|^#+ |\|?[ :]*-{3,}[ :]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
