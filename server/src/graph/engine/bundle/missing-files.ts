import type { Warning } from '../model';

/** A warning about a missing file and what stays unknown without it. */
export interface MissingFile extends Warning {
  without: string;
}

/** Beyond this number, one warning covers all missing files: a small bundle is clearly incomplete. */
const MOST_ALONE = 3;

/** Number of files that the combined warning names. */
const NAMED = 4;

/** @param without the data that stays unknown, as a clause without a full stop */
export function missingFile(file: string, without: string): MissingFile {
  return { file, place: null, message: `The bundle has no ${file}: ${without}.`, without };
}

/** Combines many warnings about missing files into one that names what a fuller bundle would add. */
export function summarizeMissing(warnings: readonly Warning[]): Warning[] {
  const missing = warnings.filter(isMissing);
  if (missing.length <= MOST_ALONE) return [...warnings];
  const [named, left] = [missing.slice(0, NAMED), missing.length - NAMED];
  const rest = left > 0 ? ` and ${left} more file${left === 1 ? '' : 's'}` : '';
  const message = [
    `The bundle has no ${named.map(({ file }) => file).join(', ')}${rest}.`,
    `Consequences: ${named.map(({ without }) => without).join('; ')}${left > 0 ? '; and others' : ''}.`,
    'docs/bundles.md describes each file. To add the missing data, import a more complete bundle for this source.',
  ].join(' ');
  return [...warnings.filter((warning) => !isMissing(warning)), { file: null, place: null, message }];
}

function isMissing(warning: Warning): warning is MissingFile {
  return 'without' in warning;
}
