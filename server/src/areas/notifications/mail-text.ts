/** Limit of a name, characters. Clouds and users choose names of any length. */
const LONGEST_NAME = 120;

/** Returns a text as one line of limited length, without control characters and marks that change the text direction. */
export function plain(name: string, longest = LONGEST_NAME): string {
  const line = name.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
}

/** Escapes text for HTML. */
export function html(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Returns the HTML of a whole mail. */
export function page(body: string): string {
  return `<!doctype html><html lang="en"><body style="margin:0;padding:24px;font-family:Arial,sans-serif;font-size:14px;line-height:1.5;color:#1f1f1f">${body}</body></html>`;
}
