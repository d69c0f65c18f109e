/** Characters that common file systems refuse, control characters, and marks that change the text direction and could disguise the extension. */
// eslint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const FORBIDDEN = /[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g;

/** Device names of Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Limits in characters and in UTF-8 bytes: with the extension and a number, below the 255 of common file systems. */
const LONGEST = 120;
const MOST_BYTES = 240;

/** Returns a file name that every common file system accepts, made from a report's name. */
export function safeFileName(name: string, extension: string): string {
  const cleaned = name
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    // Between separators that a client puts back, two points would lead to the folder above.
    .replace(/\.{2,}/g, '_')
    .trim()
    .replace(/^\.|[. ]+$/g, '');
  const short = cut(cleaned);
  const stem = short === '' || RESERVED.test(short) ? `report ${short}`.trim() : short;
  return `${stem}.${extension}`;
}

function cut(text: string): string {
  let short = '';
  let count = 0;
  for (const character of text) {
    if (++count > LONGEST || Buffer.byteLength(short) + Buffer.byteLength(character) > MOST_BYTES) break;
    short += character;
  }
  return short.trimEnd();
}

/** Returns the names in order, with ` (2)`, ` (3)` and so on after duplicates. */
export function distinctFileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    let distinct = name;
    for (let number = 2; taken.has(distinct.toLowerCase()); number++) distinct = `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
    taken.add(distinct.toLowerCase());
    return distinct;
  });
}
