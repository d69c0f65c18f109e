/** The place of a syntax error in JSON text. The engine's own message does not always contain a position. */
export interface JsonFault {
  /** Index into the text; its length where the text ends early. */
  index: number;
  cutOff: boolean;
}

const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const WORDS = ['true', 'false', 'null'];

/** Start of a number or escape, or nothing. */
const UNFINISHED = /^(?:-?\d*(?:\.\d*)?(?:[eE][+-]?\d*)?|\\(?:u[0-9a-fA-F]{0,3})?)$/;
const LONGEST_ATOM = 64;

/**
 * Finds the first character that violates the JSON grammar (RFC 8259). Returns null for valid JSON. It takes linear time and does not recurse, so
 * deep nesting is safe.
 */
export function findJsonFault(text: string): JsonFault | null {
  return new Scanner(text).run();
}

class Fault extends Error {}

class Scanner {
  /** Open objects and lists. */
  readonly #open: ('{' | '[')[] = [];
  #index = 0;

  constructor(private readonly text: string) {}

  run(): JsonFault | null {
    try {
      let valueExpected = true;
      for (;;) {
        valueExpected = valueExpected ? this.#value() : this.#afterValue();
        if (!valueExpected && this.#open.length === 0) break;
      }
      this.#space();
      if (this.#index < this.text.length) throw new Fault();
      return null;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { index: this.#index, cutOff: this.#isCutOff() };
    }
  }

  /** Reports whether a value must follow, as at the start of a list. */
  #value(): boolean {
    this.#space();
    const char = this.text[this.#index];
    if (char === '"') this.#string();
    else if (char !== '{' && char !== '[') this.#literal();
    else {
      this.#index += 1;
      this.#space();
      if (this.text[this.#index] === (char === '{' ? '}' : ']')) this.#index += 1;
      else {
        this.#open.push(char);
        if (char === '{') this.#key();
        return true;
      }
    }
    return false;
  }

  /** Reads what follows a nested value: a comma and the next value, or the end. */
  #afterValue(): boolean {
    this.#space();
    const within = this.#open.at(-1);
    const char = this.text[this.#index];
    if (char === ',') {
      this.#index += 1;
      if (within === '{') this.#key();
      return true;
    }
    if (char !== (within === '{' ? '}' : ']')) throw new Fault();
    this.#index += 1;
    this.#open.pop();
    return false;
  }

  #key(): void {
    this.#space();
    if (this.text[this.#index] !== '"') throw new Fault();
    this.#string();
    this.#space();
    if (this.text[this.#index] !== ':') throw new Fault();
    this.#index += 1;
  }

  #string(): void {
    for (this.#index += 1; this.#index < this.text.length; this.#index += 1) {
      const char = this.text.charCodeAt(this.#index);
      if (char === 0x22) {
        this.#index += 1;
        return;
      }
      if (char < 0x20) throw new Fault();
      if (char !== 0x5c) continue;
      const escape = this.text[this.#index + 1] ?? '';
      if (escape === 'u' && /^[0-9a-fA-F]{4}$/.test(this.text.slice(this.#index + 2, this.#index + 6))) this.#index += 5;
      else if (escape !== '' && '"\\/bfnrt'.includes(escape)) this.#index += 1;
      else throw new Fault();
    }
    throw new Fault();
  }

  #literal(): void {
    LITERAL.lastIndex = this.#index;
    if (!LITERAL.test(this.text)) throw new Fault();
    this.#index = LITERAL.lastIndex;
  }

  #space(): void {
    while (' \t\r\n'.includes(this.text[this.#index] ?? 'x')) this.#index += 1;
  }

  /** Reports whether the text ends here, or inside a word, number or escape that starts here. */
  #isCutOff(): boolean {
    const rest = this.text.slice(this.#index, this.#index + LONGEST_ATOM);
    if (this.#index + rest.length < this.text.length) return false;
    return UNFINISHED.test(rest) || WORDS.some((word) => word.startsWith(rest));
  }
}
