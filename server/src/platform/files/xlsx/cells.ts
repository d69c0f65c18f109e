/** What a cell holds: text, a number, a moment (shown in UTC), or nothing. */
export type Cell = string | number | Date | null;

/** Characters of one cell: the format's limit. */
const CELL_LIMIT = 32_767;

/** Cell formats, by their place in `cellXfs` of the styles. */
export const STYLE = { plain: 0, heading: 1, text: 2, date: 3, wrapped: 4 } as const;

/** What spreadsheets take for the beginning of a formula once somebody edits the cell or saves it as CSV. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** Not of XML 1.0: control characters and the two last places of its first plane. */
// eslint-disable-next-line no-control-regex -- control characters are exactly what is meant
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** The first day that spreadsheets count from, ms. */
const EPOCH = Date.UTC(1899, 11, 30);
const DAY = 86_400_000;
const SECOND = 1000;

/** `A`, `Z`, `AA`: the letters of a column, from 0. */
export function columnLetters(column: number): string {
  const rest = column % 26;
  const letter = String.fromCharCode(65 + rest);
  return column < 26 ? letter : `${columnLetters((column - rest) / 26 - 1)}${letter}`;
}

/** A moment as spreadsheets count it, in days. Whole seconds: they round to one, and the last half second of a minute would be shown as the next minute. */
const serialOf = (moment: Date): number => (Math.floor(moment.getTime() / SECOND) * SECOND - EPOCH) / DAY;

/** The XML of one cell. Text is always text, whatever it begins with: nothing in it is ever a formula. */
export function cellXml(reference: string, value: Cell, style?: number): string {
  if (value === null || value === '') return style === undefined ? '' : `<c r="${reference}" s="${style}"/>`;
  if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${reference}"><v>${value}</v></c>` : '';
  if (value instanceof Date) return `<c r="${reference}" s="${STYLE.date}"><v>${serialOf(value)}</v></c>`;
  const quoted = style ?? (FORMULA_START.test(value) ? STYLE.text : STYLE.plain);
  return `<c r="${reference}" s="${quoted}" t="inlineStr"><is><t xml:space="preserve">${escapeText(value)}</t></is></c>`;
}

/** Text as XML; what XML cannot hold in the way of the format, `_x0007_`, and halves of surrogate pairs as what stands for the unreadable. */
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
