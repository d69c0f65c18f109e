import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml, renderMarkdown, type HelpPage } from './markdown';

/** A document of the help: its address below /help, its file, and the part of the file when it is not the whole. */
interface Document {
  slug: string;
  file: string;
  /** Titles of the second-level sections to take. Their text becomes a page of its own. */
  sections?: readonly string[];
  title?: string;
}

/** The documents of the help, in the order of its menu. The README and every document that users or operators need. */
const GROUPS: readonly { title: string; documents: readonly Document[] }[] = [
  {
    title: 'Use the console',
    documents: [
      { slug: 'console', file: 'README.md', sections: ['Take a first look', 'Use the console'], title: 'Use the console' },
      { slug: 'questions', file: 'docs/questions.md' },
      { slug: 'query-language', file: 'docs/query-language.md' },
      { slug: 'alerts', file: 'docs/alerts.md' },
      { slug: 'suspicious-activity', file: 'docs/suspicious-activity.md' },
      { slug: 'risk', file: 'docs/risk.md' },
      { slug: 'what-if', file: 'docs/what-if.md' },
      { slug: 'cut-access', file: 'docs/cut-access.md' },
      { slug: 'from-alert-to-proof', file: 'docs/from-alert-to-proof.md' },
      { slug: 'roles', file: 'docs/roles.md' },
      { slug: 'accessibility', file: 'docs/accessibility.md' },
    ],
  },
  {
    title: 'Use from programs',
    documents: [
      { slug: 'single-sign-on', file: 'docs/single-sign-on.md' },
      { slug: 'api-tokens', file: 'docs/api-tokens.md' },
      { slug: 'api-reference', file: 'docs/api-reference.md' },
      { slug: 'assistants', file: 'docs/assistants.md' },
      { slug: 'events', file: 'docs/events.md' },
      { slug: 'integrations', file: 'docs/integrations.md' },
    ],
  },
  {
    title: 'Connect sources',
    documents: [
      { slug: 'connectors', file: 'docs/connectors.md' },
      { slug: 'bundles', file: 'docs/bundles.md' },
      { slug: 'coverage', file: 'docs/coverage.md' },
      { slug: 'demo', file: 'docs/demo.md' },
    ],
  },
  {
    title: 'Operate CAM',
    documents: [
      { slug: 'configuration', file: 'README.md', sections: ['Back up and restore', 'Configuration'], title: 'Back up and configure' },
      { slug: 'deployment', file: 'docs/deployment.md' },
      { slug: 'publishing', file: 'docs/publishing.md' },
      { slug: 'security', file: 'docs/security.md' },
    ],
  },
];

const DOCUMENTS = GROUPS.flatMap(({ documents }) => documents);

/** One entry of the search: [address, title of the page, title of the section, words]. */
type SearchEntry = [string, string, string, string];

/**
 * Returns the files of the help by name: a page for each document, the start page, the search index and the pictures.
 * @param root the folder of the repository
 * @param version the version that the pages describe and show
 */
export function helpFiles(root: string, version: string): Map<string, string | Buffer> {
  const files = new Map<string, string | Buffer>();
  const index: SearchEntry[] = [];
  const pages = DOCUMENTS.map((document) => ({
    document,
    page: renderMarkdown(sourceOf(root, document), (target) => addressOf(root, target, files)),
  }));
  const titles = new Map(pages.map(({ document, page }) => [document.slug, document.title ?? page.title]));
  const menu = GROUPS.map(
    ({ title, documents }) =>
      `<h2>${escapeHtml(title)}</h2><ul>${documents.map(({ slug }) => `<li><a href="/help/${slug}">${escapeHtml(titles.get(slug) ?? slug)}</a></li>`).join('')}</ul>`,
  ).join('');
  for (const { document, page } of pages) {
    const title = titles.get(document.slug) ?? page.title;
    const content = page.html.replace(
      /(<a href="\/help\/([a-z-]+)[^>]*>)[\w./-]+\.md<\/a>/g,
      (_link, start: string, slug: string) => `${start}${escapeHtml(titles.get(slug) ?? slug)}</a>`,
    );
    files.set(`${document.slug}.html`, frame({ title, menu, version, slug: document.slug, content }));
    index.push(...searchEntries(document.slug, title, page));
  }
  const start = `<h1>Help</h1><p>Search the documentation of this version, or choose a page.</p>${menu}`;
  files.set('index.html', frame({ title: 'Help', menu: '', version, slug: '', content: `<div class="start">${start}</div>` }));
  files.set('search.json', JSON.stringify(index));
  for (const name of ['help.css', 'search.js']) files.set(name, readFileSync(join(root, 'host/help', name)));
  return files;
}

function sourceOf(root: string, { file, sections, title }: Document): string {
  const text = readFileSync(join(root, file), 'utf8');
  if (!sections) return text;
  const parts = text.split(/^(?=## )/m);
  const chosen = sections.map((name) => {
    const part = parts.find((candidate) => candidate.startsWith(`## ${name}\n`));
    if (!part) throw new Error(`${file} has no section "${name}" for the help`);
    return part;
  });
  return `# ${title ?? ''}\n\n${chosen.join('\n')}`;
}

/** Returns the address of a link in a document. Pictures become files of the help. Files that the help lacks have no address. */
function addressOf(root: string, target: string, files: Map<string, string | Buffer>): string | null {
  if (/^(https?:|mailto:|#)/.test(target)) return target;
  const [path = '', anchor] = target.split('#');
  const name = path.split('/').at(-1) ?? '';
  if (name.endsWith('.png')) {
    files.set(name, readFileSync(join(root, 'docs', name)));
    return `/help/${name}`;
  }
  const document = DOCUMENTS.find(({ file }) => file.endsWith(`/${name}`));
  return document ? `/help/${document.slug}${anchor === undefined ? '' : `#${anchor}`}` : null;
}

function searchEntries(slug: string, title: string, { sections }: HelpPage): SearchEntry[] {
  return sections.map((section) => [`/help/${slug}#${section.id}`, title, section.title, section.text]);
}

interface Frame {
  title: string;
  menu: string;
  version: string;
  slug: string;
  content: string;
}

function frame({ title, menu, version, slug, content }: Frame): string {
  const marked = menu.replace(`href="/help/${slug}"`, `href="/help/${slug}" aria-current="page"`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – CAM help</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/help/help.css"><script src="/help/search.js" defer></script></head>
<body><a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="/help"><img src="/favicon.svg" alt="" width="28" height="28"> CAM help</a><span class="version">Version ${escapeHtml(version)}</span>
<div class="search" role="search"><input type="search" id="search" aria-label="Search the help" placeholder="Search the help" autocomplete="off" aria-controls="results"><p id="status" role="status" class="hidden"></p><ol id="results" hidden></ol></div>
<a href="/">Open the console</a></header>
<div class="page">${menu === '' ? '' : `<nav aria-label="Help pages">${marked}</nav>`}<main id="content" tabindex="-1">
${content}</main></div></body></html>
`;
}
