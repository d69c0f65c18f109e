import type { Dice } from '../../../server/test/support/differential';

/** The variable that a payload sets in the window where it runs. */
export const RAN = 'xssRan';
/** The attribute of elements that payloads add where a page takes them for markup. */
export const ADDED = 'data-xss';
/** The host that payloads call. No name server knows it. */
export const CALLED = 'stored-attack.invalid';
/** Begins the text that a computed template leaves behind. */
export const COMPUTED = 'computed-49-';
/** The message that a forged line of the log has. */
export const FORGED = 'stored-attack forged this line';

/** A kind of hostile text around a harmless name. */
export interface Payload {
  kind: string;
  before: string;
  after: string;
}

const RUN = `window.${RAN}=1`;

export const PAYLOADS: readonly Payload[] = [
  { kind: 'script', before: '', after: `<script>${RUN}</script>"><img src=x onerror=${RUN} ${ADDED}>` },
  { kind: 'markup', before: '', after: `</title></textarea></script><h1 ${ADDED}>x</h1><style>*{display:none}</style><!--` },
  { kind: 'attribute', before: `'" onfocus=${RUN} autofocus onmouseover=${RUN} ${ADDED} x="`, after: '' },
  { kind: 'vector', before: `<svg onload=${RUN} ${ADDED}><a href=javascript:${RUN}>`, after: '</a></svg>' },
  { kind: 'formula', before: `=HYPERLINK("http://${CALLED}/","x")&`, after: '' },
  { kind: 'command', before: "@SUM(1+1)*cmd|' /C calc'!A0", after: '' },
  { kind: 'path', before: '../../../../', after: '\\..\\..\\%2e%2e%2fetc%2fpasswd' },
  { kind: 'log line', before: '', after: `\r\n{"level":50,"msg":"${FORGED}"}\n` },
  { kind: 'template', before: '', after: ' computed-{{7*7}}- computed-${7*7}- computed-<%=7*7%>- computed-#{7*7}-' },
  { kind: 'script address', before: `javascript:${RUN}//`, after: '' },
  { kind: 'foreign address', before: `//${CALLED}/`, after: '?<>"\'' },
  { kind: 'property', before: '', after: '__proto__' },
  { kind: 'direction', before: '\u202e', after: '\u2066 \u200b' },
  { kind: 'length', before: '', after: 'm'.repeat(80) },
];

/** Makes hostile texts of less than 100 characters. Successive texts have successive payloads, and a seed chooses the first. */
export class Payloads {
  #next: number;
  #count = 0;

  /** @param shift moves every text to another payload, so that after as many rounds as payloads each text has had each payload */
  constructor(dice: Dice, shift: number) {
    this.#next = Math.floor(dice.next() * PAYLOADS.length) + shift;
  }

  /** Returns a hostile text that no other text equals. */
  readonly text = (): string => {
    this.#count += 1;
    return this.around(`name${this.#count}`);
  };

  /** Returns a hostile text around a name. */
  around(name: string): string {
    const { before, after } = PAYLOADS[this.#next % PAYLOADS.length] as Payload;
    this.#next += 1;
    return before + name + after;
  }
}
