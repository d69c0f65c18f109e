/** A word of a question, or a punctuation mark that separates parts of it. */
export interface Token {
  /** In lower case, with contractions expanded. */
  text: string;
  /** As typed, without quotes. */
  raw: string;
  /** UTF-16 offsets in the question. */
  from: number;
  to: number;
  quoted: boolean;
}

/** The longest question that is read, in words. Longer texts are not questions. */
export const MAX_WORDS = 40;

/** Words without an effect on the answer. Every other word must have a meaning, or the question is not read. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'please kindly currently presently now actually really just simply exactly hey hi hello thanks the a an our my their its his her your all every each ' +
    'still ever even already there us me somehow potentially possibly theoretically'
  ).split(' '),
);

const CONTRACTIONS: Readonly<Record<string, string>> = {
  "can't": 'can not',
  cannot: 'can not',
  cant: 'can not',
  "couldn't": 'can not',
  "don't": 'do not',
  "doesn't": 'does not',
  "didn't": 'did not',
  "haven't": 'have not',
  "hasn't": 'has not',
  "hadn't": 'had not',
  "isn't": 'is not',
  "aren't": 'are not',
  "wasn't": 'was not',
  "weren't": 'were not',
  "who's": 'who is',
  "what's": 'what is',
  "that's": 'that is',
  "i'd": 'i would',
  "who've": 'who have',
};

const PIECE = /"[^"]*"|“[^”]*”|[,;]|[^\s,;"“”?!()]+/g;

/** Splits a question into words. Quoted text is one word. Never throws. */
export function tokenize(question: string): Token[] {
  const tokens: Token[] = [];
  for (const match of question.matchAll(PIECE)) {
    const [piece] = match;
    const from = match.index;
    if (/^["“]/.test(piece)) {
      const raw = piece.slice(1, -1).trim();
      if (raw !== '') tokens.push({ text: raw.toLowerCase(), raw, from, to: from + piece.length, quoted: true });
    } else tokens.push(...wordsOf(piece.replace(/[’‘]/g, "'"), from));
  }
  return tokens;
}

function wordsOf(piece: string, from: number): Token[] {
  const raw = piece === ',' || piece === ';' ? ',' : piece.replace(/^['`]+|['`.:]+$/g, '') || '';
  if (raw === '') return [];
  const start = from + piece.indexOf(raw === ',' ? piece : raw);
  const word = (text: string, spelled: string, at: number): Token => ({ text, raw: spelled, from: at, to: at + spelled.length, quoted: false });
  const expanded = CONTRACTIONS[raw.toLowerCase()];
  if (expanded !== undefined) return expanded.split(' ').map((text) => ({ text, raw: text, from: start, to: start + raw.length, quoted: false }));
  const owner = /^(.+?)'s$/i.exec(raw)?.[1];
  if (owner !== undefined) return [word(owner.toLowerCase(), owner, start), word("'s", "'s", start + owner.length)];
  const pair = /^([a-z]+)\/([a-z]+)$/i.exec(raw);
  if (pair?.[1] !== undefined && pair[2] !== undefined && pair[1].length > 2) {
    const [first, second] = [pair[1], pair[2]];
    const at = start + first.length;
    return [word(first.toLowerCase(), first, start), word('/', '/', at), word(second.toLowerCase(), second, at + 1)];
  }
  return [word(raw.toLowerCase(), raw, start)];
}

/** Separates the words that matter from the fillers. */
export function withoutFillers(tokens: readonly Token[]): { words: Token[]; ignored: Token[] } {
  const isFiller = ({ text, quoted }: Token, index: number): boolean =>
    !quoted && (FILLERS.has(text) || (text === 'at' && tokens[index + 1]?.text === 'all'));
  return { words: tokens.filter((token, index) => !isFiller(token, index)), ignored: tokens.filter(isFiller) };
}
