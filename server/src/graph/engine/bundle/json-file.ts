import type { Warning } from '../model';
import type { BundleFile } from './bundle-reader';
import { decodeText } from './decode-text';
import { findJsonFault } from './json-fault';

/** The content of a file. `value` is undefined where it cannot be read; a warning then states the place. */
export interface JsonFile {
  value: unknown;
  warnings: Warning[];
}

/** Parses a JSON file. Invalid UTF-8 is replaced. Invalid or truncated JSON leaves the file out. */
export function readJsonFile({ name: file, content, problem }: BundleFile): JsonFile {
  if (!content) return { value: undefined, warnings: [{ file, place: null, message: problem ?? 'The file could not be read and was left out.' }] };
  const { text, invalidAt } = decodeText(content);
  const warnings: Warning[] =
    invalidAt === null
      ? []
      : [{ file, place: `byte ${invalidAt}`, message: 'The file is not valid UTF-8 here. Unreadable text is shown as \uFFFD.' }];
  try {
    return { value: JSON.parse(text) as unknown, warnings };
  } catch {
    const { index, cutOff } = findJsonFault(text) ?? { index: 0, cutOff: false };
    const place = `byte ${cutOff ? content.length : Buffer.byteLength(text.slice(0, index))}`;
    const what = cutOff ? 'is cut off here' : 'is not valid here';
    return { value: undefined, warnings: [...warnings, { file, place, message: `The JSON ${what}. The file was left out. Export it again.` }] };
  }
}
