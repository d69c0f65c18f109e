/** Characters that no common file system takes, and the control characters. */
// eslint-disable-next-line no-control-regex -- control characters are exactly what is meant
const FORBIDDEN = /[\u0000-\u001f\u007f<>:"/\\|?*]/g;

/** Names that Windows keeps for devices, whatever their ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

const LONGEST = 120;

/** A file name that every common file system takes, made from what a person called a report. */
export function safeFileName(name: string, extension: string): string {
  const cleaned = name
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
  const short = [...cleaned].slice(0, LONGEST).join('').trimEnd();
  const stem = short === '' || RESERVED.test(short) ? `report ${short}`.trim() : short;
  return `${stem}.${extension}`;
}

/** The names in order, with ` (2)`, ` (3)`... where one repeats: two reports of one name both survive in a zip. */
export function distinctFileNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const key = name.toLowerCase();
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    if (count === 1) return name;
    const dot = name.lastIndexOf('.');
    return `${name.slice(0, dot)} (${count})${name.slice(dot)}`;
  });
}
