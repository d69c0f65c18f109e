import { isRemoteId, type RemoteId } from '@cam/contracts/server';

/** A violation of the page's content security policy, without data of the page, its address or its user. */
export interface Violation {
  /** The remote whose file caused it or was blocked; null: the console itself. */
  id: RemoteId | null;
  version: string;
  /** The remote's file by its name in the release; empty if it belongs to no remote. */
  file: string;
  directive: string;
  /** A path of this origin, an origin, or a word such as `inline` and `eval`. */
  blocked: string;
  /** Path of the file that caused it; empty if the browser does not name it. */
  source: string;
}

const RELEASE_FILE = /^\/r\/([^/]+)\/([^/]+)\/(.+)$/;
const DIRECTIVE = /^[a-z-]{1,40}$/;
const WORDS = /^[a-z-]{1,30}$/;

/** Limit of a stored path, characters. */
const LONGEST = 200;

/** Limit of reports in one body. */
const MOST = 20;

/**
 * Parses both report formats of browsers: `{"csp-report": {...}}` (report-uri) and a list of `{type, body}` (report-to). It skips other origins and
 * browser extensions, and drops queries and fragments.
 */
export function readViolations(text: string, publicUrl: string): Violation[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  return bodiesOf(parsed)
    .slice(0, MOST)
    .flatMap((body) => toViolation(body, new URL(publicUrl).origin) ?? []);
}

type Body = Record<string, unknown>;

function bodiesOf(parsed: unknown): Body[] {
  if (Array.isArray(parsed)) return (parsed as Body[]).filter((one) => one?.type === 'csp-violation').map(({ body }) => (body ?? {}) as Body);
  const old = (parsed as Body | null)?.['csp-report'] as Body | undefined;
  if (!old) return [];
  return [
    {
      documentURL: old['document-uri'],
      effectiveDirective: old['effective-directive'] ?? String(old['violated-directive'] ?? '').split(' ')[0],
      blockedURL: old['blocked-uri'],
      sourceFile: old['source-file'],
    },
  ];
}

function toViolation({ documentURL, effectiveDirective, blockedURL, sourceFile }: Body, origin: string): Violation | null {
  const directive = String(effectiveDirective ?? '');
  if (originOf(documentURL) !== origin || !DIRECTIVE.test(directive) || isExtension(sourceFile) || isExtension(blockedURL)) return null;
  const source = pathOf(sourceFile, origin);
  const blocked = pathOf(blockedURL, origin) || originOf(blockedURL) || (WORDS.test(String(blockedURL)) ? String(blockedURL) : 'unknown');
  return { ...ownerOf(source, blocked), directive, blocked: blocked.slice(0, LONGEST), source: source.slice(0, LONGEST) };
}

/** Returns the owner of the file that caused the violation, else of the blocked file. */
function ownerOf(...paths: string[]): Pick<Violation, 'id' | 'version' | 'file'> {
  for (const path of paths) {
    const [, id = '', version = '', file = ''] = RELEASE_FILE.exec(path) ?? [];
    if (isRemoteId(id)) return { id, version, file };
  }
  return { id: null, version: '', file: '' };
}

function isExtension(url: unknown): boolean {
  return /^[a-z]+-extension/.test(String(url ?? ''));
}

/** Returns the path of a console file only: a page's address may contain search terms. */
function pathOf(url: unknown, origin: string): string {
  if (originOf(url) !== origin) return '';
  const { pathname } = new URL(String(url));
  return /^\/(r|assets)\//.test(pathname) ? pathname : '';
}

function originOf(url: unknown): string {
  const text = String(url ?? '');
  return /^https?:/.test(text) && URL.canParse(text) ? new URL(text).origin : '';
}
