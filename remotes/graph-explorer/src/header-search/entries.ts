import { EXAMPLE_QUESTIONS, nameAddress, type AskAnswer, type AutocompleteAnswer, type FoundName, type OptionInfo } from '@cam/contracts';
import { searchAddress } from '@cam/platform';
import { INVALID_INPUT } from './accept-option';

/** A page of the menu. */
export interface PageName {
  label: string;
  to: string;
}

/** The answers of the server about an input. */
export interface Suggestions {
  input: string;
  /** The position of the caret, at which options continue the input. */
  caret: number;
  /** The options at the caret. */
  options: AutocompleteAnswer;
  /** The input as a whole: its meaning, or its error. */
  whole: AutocompleteAnswer;
  names: readonly FoundName[];
  asked: AskAnswer | null;
}

/** One line of the list. */
export interface Entry {
  key: string;
  section: 'Names' | 'Pages' | 'Questions' | 'Did you mean' | 'Query language' | 'Keywords' | 'Recent' | 'Examples';
  text: string;
  detail: string;
  /** The type of an entity, for its icon. */
  type?: string;
  /** The word that Tab inserts at the caret. */
  option?: string;
  /** The text that Tab puts into the box. */
  fill?: string;
  /** The address that Enter opens. */
  to?: string;
}

/** The most recent searches to list. */
const MAX_RECENT = 5;
/** The most pages to list. */
const MAX_PAGES = 3;

export function isRefused({ options }: AutocompleteAnswer): boolean {
  return options.length === 1 && options[0] === INVALID_INPUT;
}

/** Reports whether an input is neither a name, nor a question, nor the beginning of a query. */
export function isInvalid(found: Suggestions, pages: readonly PageName[]): boolean {
  return isRefused(found.whole) && entriesOf(found, pages).every(({ option }) => option !== undefined);
}

/** A word of the query language that no question contains. */
const OF_LANGUAGE = /(?:^|\s)(?:with-\w|as-of|changed-since|\w+_\w+)|\|/i;

/** The position and length of the word to mark. */
export interface WrongWord {
  position: number;
  length: number;
}

/** Returns the word that prevents an input from being read: of the query, if it is written as one, otherwise of the question. */
export function wrongWord({ input, whole, asked }: Suggestions): WrongWord | null {
  const unread = asked?.unread;
  if (unread && !OF_LANGUAGE.test(input)) return { position: unread.from, length: unread.to - unread.from };
  return whole.error;
}

/** Reports whether the error of the query language helps, and not what is known of the question. */
export function isLanguageError({ input, whole, asked }: Suggestions): boolean {
  return whole.error !== null && (OF_LANGUAGE.test(input) || !asked?.message);
}

/** Returns the lines for an empty box. */
export function startEntries(recent: readonly string[]): Entry[] {
  return [
    ...recent
      .slice(0, MAX_RECENT)
      .map((query): Entry => ({ key: `recent ${query}`, section: 'Recent', text: query, detail: '', fill: query, to: searchAddress(query) })),
    ...EXAMPLE_QUESTIONS.map((question): Entry => ({ key: `example ${question}`, section: 'Examples', text: question, detail: '', fill: question })),
  ];
}

/** Returns the lines for an input: names first, then questions, then the query language. A text in the language lists its words first. */
export function entriesOf(found: Suggestions, pages: readonly PageName[]): Entry[] {
  const named = [...found.names.map(nameEntry), ...pagesFor(found.input, pages).map(pageEntry)];
  const invalid = isRefused(found.options);
  const options = invalid ? [] : found.options.options.map((option, index) => optionEntry(option, found.options.option_info[index]));
  return invalid ? [...named, ...askedEntries(found.asked)] : [...options, ...named];
}

function nameEntry(found: FoundName): Entry {
  const { name, type, uri, account_name: account, account_id: id } = found;
  const to = nameAddress(found);
  const about = type === 'PERSON' ? { detail: ['Person', account].filter(Boolean).join(', ') } : { detail: account || id, type };
  return { key: `name ${uri}`, section: 'Names', text: name, ...about, fill: name, ...(to === null ? {} : { to }) };
}

function pagesFor(input: string, pages: readonly PageName[]): PageName[] {
  const wanted = input.trim().toLowerCase();
  if (wanted.length < 2) return [];
  const beginsAt = ({ label }: PageName): number => ` ${label.toLowerCase()}`.indexOf(` ${wanted}`);
  return pages.filter((page) => beginsAt(page) >= 0).slice(0, MAX_PAGES);
}

function pageEntry({ label, to }: PageName): Entry {
  return { key: `page ${to}`, section: 'Pages', text: label, detail: 'Page', fill: label, to };
}

function askedEntries(asked: AskAnswer | null): Entry[] {
  if (!asked) return [];
  const readings = asked.readings.map(({ query, meaning }): Entry => ({
    key: `reading ${query}`,
    section: 'Questions',
    text: meaning,
    detail: query,
    fill: query,
    to: searchAddress(query),
  }));
  const meant = asked.suggestions.map((text): Entry => ({ key: `meant ${text}`, section: 'Did you mean', text, detail: '', fill: text }));
  return [...readings, ...meant];
}

function optionEntry(option: string, info: OptionInfo | undefined): Entry {
  const detail = [info?.description ?? '', typeof info?.count === 'number' ? info.count.toLocaleString('en-US') : ''].filter(Boolean).join(' · ');
  return { key: `option ${option}`, section: info?.kind === 'keyword' ? 'Keywords' : 'Query language', text: option, detail, option };
}

/** A run of lines under one heading. */
export interface Section {
  title: Entry['section'];
  entries: readonly { entry: Entry; index: number }[];
}

/** Groups the lines under their headings, in order. */
export function sectionsOf(entries: readonly Entry[]): Section[] {
  const sections: { title: Entry['section']; entries: { entry: Entry; index: number }[] }[] = [];
  entries.forEach((entry, index) => {
    const last = sections.at(-1);
    if (last?.title === entry.section) last.entries.push({ entry, index });
    else sections.push({ title: entry.section, entries: [{ entry, index }] });
  });
  return sections;
}
