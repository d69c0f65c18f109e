/** Characters that no common file system takes, control characters, and marks that turn the direction of what follows: an ending must read as one. */
// eslint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const FORBIDDEN = /[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g;

/** Names that Windows keeps for devices, whatever their ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Characters, and bytes of UTF-8: with the ending and a number, less than the 255 of common file systems. */
const LONGEST = 120;
const MOST_BYTES = 240;

/** A file name that every common file system takes, made from what a person called a report. */
export function safeFileName(name: string, extension: string): string {
  const cleaned = name
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
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

/** The names in order, with ` (2)`, ` (3)`... where one is taken: two reports of one name both survive in a zip. */
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
