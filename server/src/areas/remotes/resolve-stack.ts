import type { SourceMap } from 'node:module';

/** Lines of a stack that are shown. */
const LINES = 30;

/** A position in a script of a release: `/r/alerts/1.4.0/12.js:1:2345`, in the forms of Chromium, Firefox and Safari. */
const POSITION = /(?:https?:\/\/[^\s/()@]+)?\/r\/([a-z][a-z0-9-]*)\/([^/\s:]+)\/([A-Za-z0-9_@.~/-]+\.js)(?:\?[^\s:()]*)?:(\d+):(\d+)/;

/** The prefix of webpack before the path of a source. */
const WEBPACK = /^webpack:\/\/[^/]*\/(\.\/)?/;

/** A script of a release, as addresses name it. `folder` is a version, or the folder of files that releases share. */
export interface Script {
  id: string;
  folder: string;
  path: string;
}

export interface ResolvedStack {
  lines: string[];
  isResolved: boolean;
}

/**
 * Replaces the positions in built scripts by those in the sources.
 * @param mapOf returns the source map of a script; null without one
 */
export async function resolveStack(stack: string, mapOf: (script: Script) => Promise<SourceMap | null>): Promise<ResolvedStack> {
  const lines: string[] = [];
  let isResolved = false;
  for (const line of stack.split('\n').slice(0, LINES)) {
    const [position, id = '', folder = '', path = '', row, column] = POSITION.exec(line) ?? [];
    const map = position === undefined ? null : await mapOf({ id, folder, path });
    // Browsers count rows and columns from 1, source maps from 0.
    const found = map?.findEntry(Number(row) - 1, Number(column) - 1);
    if (position === undefined || !found || !('originalSource' in found) || typeof found.originalSource !== 'string') {
      lines.push(line.trim());
      continue;
    }
    isResolved = true;
    const source = found.originalSource.replace(WEBPACK, '');
    lines.push(line.replace(position, `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`).trim());
  }
  return { lines: lines.filter((line) => line !== ''), isResolved };
}
