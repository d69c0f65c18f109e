/** The content of a cell: text, a number, a time (shown in UTC), or nothing. */
export type Cell = string | number | Date | null;

/** Characters in one cell: the format's limit. */
const CELL_LIMIT = 32_767;

/** Cell formats, by their index in `cellXfs` of the styles. */
export const STYLE = { plain: 0, heading: 1, text: 2, date: 3, wrapped: 4 } as const;

/** Characters that make spreadsheets read a text as a formula when the cell is edited or saved as CSV. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** Characters that XML 1.0 excludes: control characters and the last two code points of the first plane. */
// eslint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Day 0 of spreadsheets, ms. */
const EPOCH = Date.UTC(1899, 11, 30);
const DAY = 86_400_000;
const SECOND = 1000;

/** Returns the letters of a column, counted from 0: `A`, `Z`, `AA`. */
export function columnLetters(column: number): string {
  const rest = column % 26;
  const letter = String.fromCharCode(65 + rest);
  return column < 26 ? letter : `${columnLetters((column - rest) / 26 - 1)}${letter}`;
}

/** Returns a time as a spreadsheet's day number, in whole seconds. Spreadsheets round: the last half second of a minute would show as the next minute. */
const serialOf = (moment: Date): number => (Math.floor(moment.getTime() / SECOND) * SECOND - EPOCH) / DAY;

/** Returns the XML of one cell. Text always stays text: no content becomes a formula. */
export function cellXml(reference: string, value: Cell, style?: number): string {
  if (value === null || value === '') return style === undefined ? '' : `<c r="${reference}" s="${style}"/>`;
  if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${reference}"><v>${value}</v></c>` : '';
  if (value instanceof Date) return `<c r="${reference}" s="${STYLE.date}"><v>${serialOf(value)}</v></c>`;
  const quoted = style ?? (FORMULA_START.test(value) ? STYLE.text : STYLE.plain);
  return `<c r="${reference}" s="${quoted}" t="inlineStr"><is><t xml:space="preserve">${escapeText(value)}</t></is></c>`;
}

/** Escapes text for XML. Characters that XML excludes become the format's `_x0007_`; unpaired surrogates become the replacement character. */
export function escapeText(text: string): string {
  return cut(text)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
    .replace(NOT_XML, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/\r/g, '_x000D_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

function cut(text: string): string {
  return text.length <= CELL_LIMIT ? text : `${text.slice(0, CELL_LIMIT - 1)}…`;
}
