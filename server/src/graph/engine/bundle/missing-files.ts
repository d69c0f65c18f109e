import type { Warning } from '../model';

/** A warning that a bundle lacks a file, and what is not known without it. */
export interface MissingFile extends Warning {
  without: string;
}

/** More missing files than this are told in one warning: somebody who brings a single file knows that it is not all. */
const MOST_ALONE = 3;

/** What is named of many. */
const NAMED = 4;

/** @param without what is not known for it, a sentence without its end */
export function missingFile(file: string, without: string): MissingFile {
  return { file, place: null, message: `The bundle lacks ${file}: ${without}.`, without };
}

/** The same warnings, where many files are missing with one in their place that says what a fuller bundle would add. */
export function withMissingTogether(warnings: readonly Warning[]): Warning[] {
  const missing = warnings.filter(isMissing);
  if (missing.length <= MOST_ALONE) return [...warnings];
  const [named, left] = [missing.slice(0, NAMED), missing.length - NAMED];
  const rest = left > 0 ? ` and ${left} more file${left === 1 ? '' : 's'}` : '';
  const message = [
    `The bundle lacks ${named.map(({ file }) => file).join(', ')}${rest}.`,
    `Consequences: ${named.map(({ without }) => without).join('; ')}${left > 0 ? '; and others' : ''}.`,
    'docs/bundles.md describes each file. To add the missing data, import a more complete bundle for this source.',
  ].join(' ');
  return [...warnings.filter((warning) => !isMissing(warning)), { file: null, place: null, message }];
}

function isMissing(warning: Warning): warning is MissingFile {
  return 'without' in warning;
}
