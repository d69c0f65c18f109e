import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { searchAddress } from '@cam/platform';
import { Icon } from '@cam/ui';
import { AskedNotes } from './AskedNotes';
import { InvalidWord } from './InvalidWord';
import { acceptAtCaret, INVALID_INPUT, moveFocus } from './accept-option';
import { entriesOf, isInvalid, isLanguageError, isRefused, startEntries, wrongWord, type Entry, type PageName, type Suggestions } from './entries';
import { SearchList } from './SearchList';
import { suggestionsFor, useRecent, useSuggestions } from './use-suggestions';
import styles from './HeaderSearch.module.css';

const NO_PAGES: readonly PageName[] = [];

/**
 * Shows the search box of the console, a combobox that finds names and pages, reads plain questions, and completes the query language at the
 * caret.
 */
export default function HeaderSearch({ disabled, pages = NO_PAGES }: { disabled: boolean; pages?: readonly PageName[] }): ReactNode {
  const navigate = useNavigate();
  const { pathname, search, key: visit } = useLocation();
  const listId = useId();
  const box = useRef<HTMLInputElement>(null);
  // On the result page, the box shows the query until the user types.
  const shownQuery = pathname.startsWith('/searchresult') ? (new URLSearchParams(search).get('query') ?? '') : null;
  const [seenQuery, setSeenQuery] = useState(shownQuery);
  const [input, setInput] = useState(shownQuery ?? '');
  const [caret, setCaret] = useState(Infinity);
  if (shownQuery !== seenQuery) {
    setSeenQuery(shownQuery);
    // A query that the user left with its page would look like a filter of the next one. Text that was typed since stays.
    if (shownQuery !== null || input === seenQuery) {
      setInput(shownQuery ?? '');
      setCaret(Infinity);
    }
  }
  const [open, setOpen] = useState(false);
  const [focused, setFocused] = useState(-1);
  const [scrolled, setScrolled] = useState(0);
  // The input for which Tab was pressed before its suggestions arrived. Their arrival accepts the first one.
  const acceptFirstFor = useRef<string | null>(null);
  const isTyping = useRef(false);
  /** Waits for the meaning of the text that Enter runs. */
  const running = useRef<AbortController | null>(null);
  /** The position of the caret once the new text is in the box. */
  const nextCaret = useRef<number | null>(null);

  const { found, isSearching: isPending } = useSuggestions(input, caret, open, (next) => {
    setFocused(-1);
    const [first] = entriesOf(next, pages);
    if (acceptFirstFor.current === next.input && first?.option !== undefined) acceptOptionOf(next, first.option);
    acceptFirstFor.current = null;
  });
  const isEmpty = input.trim() === '';
  const recent = useRecent(open && isEmpty);

  useEffect(() => {
    if (nextCaret.current === null) return;
    box.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  }, [input]);

  // A late answer must not take users away from a page or a panel that they opened, nor from text that they typed, since they pressed Enter.
  useEffect(() => () => running.current?.abort(), [input, visit]);

  const isCurrent = found !== null && found.input === input && found.caret === Math.min(caret, input.length);
  const invalid = isCurrent && isInvalid(found, pages);
  const entries = isEmpty ? startEntries(recent) : found && (isCurrent || found.asked === null) ? entriesOf(found, pages) : [];
  // The list stays open between two letters, so that it does not flicker.
  const isSearching = isPending && !isCurrent && entries.length === 0;
  const shown = open && (entries.length > 0 || invalid || isSearching || (isCurrent && found.asked !== null));
  const isUnread = isCurrent && isRefused(found.whole) && (found.asked?.readings.length ?? 0) === 0;
  const error = invalid && isLanguageError(found) ? found.whole.error : null;

  const write = (text: string, at = text.length): void => {
    nextCaret.current = at;
    setInput(text);
    setCaret(at >= text.length ? Infinity : at);
    setFocused(-1);
    setOpen(true);
  };
  function acceptOptionOf({ input: of, caret: at, options }: Suggestions, option: string): void {
    const accepted = acceptAtCaret(of, at, options.partial_word, option);
    write(accepted.input, accepted.caret);
  }
  const leaveFor = (to: string): void => {
    setOpen(false);
    setFocused(-1);
    // The keys of lists belong to the page that opens. In the box, they would be text.
    document.querySelector('main')?.focus({ preventScroll: true });
    void navigate(to);
  };
  const accept = (entry: Entry): void => {
    if (entry.option !== undefined && found) acceptOptionOf(found, entry.option);
    else if (entry.fill !== undefined) write(entry.fill);
  };
  const pick = (entry: Entry): void => (entry.to === undefined ? accept(entry) : leaveFor(entry.to));
  /** Runs a query at once, and opens what any other text names or means. */
  const run = async (): Promise<void> => {
    const text = input.trim();
    if (text === '') return;
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const known = isCurrent ? found : await suggestionsFor(input, input.length, signal).catch(() => null);
    if (signal.aborted) return;
    if (!known?.asked || known.whole.accepting) return leaveFor(searchAddress(text));
    const named = entriesOf(known, pages).find(
      ({ section, text: name, to }) => (section === 'Names' || section === 'Pages') && to !== undefined && name.toLowerCase() === text.toLowerCase(),
    );
    if (named?.to !== undefined) return leaveFor(named.to);
    const [reading] = known.asked.readings;
    if (reading && known.asked.outcome === 'READ') return leaveFor(searchAddress(reading.query));
    // The list says which word of a question was not understood. The page of results knows the query language alone.
    const isUnreadQuestion = known.asked.outcome === 'PART' && !isLanguageError(known);
    if (known.asked.outcome === 'CHOOSE' || known.names.length > 0 || isUnreadQuestion) {
      setOpen(true);
      setFocused(entriesOf(known, pages).length > 0 ? 0 : -1);
    } else leaveFor(searchAddress(text));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setFocused(moveFocus(focused, event.key === 'ArrowDown' ? 1 : -1, entries.length));
    } else if (event.key === 'Tab' && open && !event.shiftKey && !isEmpty) {
      const chosen = entries[Math.max(focused, 0)];
      if (isCurrent && !chosen) return;
      // Tab moves the focus as usual if the user did not type, or presses it twice.
      if (!isCurrent && (!isTyping.current || acceptFirstFor.current === input)) return;
      event.preventDefault();
      if (isCurrent && chosen) accept(chosen);
      else acceptFirstFor.current = input;
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = focused >= 0 ? entries[focused] : undefined;
      // The words of the language are accepted with Tab; Enter runs the query.
      if (chosen && chosen.option === undefined) pick(chosen);
      else void run();
    } else if (event.key === 'Escape') setOpen(false);
  };

  return (
    <div
      className={styles.box}
      role="search"
      onBlur={({ currentTarget, relatedTarget }) => {
        isTyping.current = false;
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <div className={styles.field} data-invalid={invalid} data-disabled={disabled}>
        <Icon name="search" />
        <span className={styles.text}>
          <InvalidWord input={input} error={isUnread && (invalid || found.names.length === 0) ? wrongWord(found) : null} scrolled={scrolled} />
          <input
            ref={box}
            type="text"
            role="combobox"
            aria-label="Search"
            aria-expanded={shown && !isSearching}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-invalid={invalid}
            aria-activedescendant={shown && focused >= 0 ? `${listId}-${focused}` : undefined}
            placeholder="Search"
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            value={input}
            onChange={({ target }) => {
              isTyping.current = true;
              setInput(target.value);
              setCaret(caretOf(target));
              setFocused(-1);
              setOpen(true);
            }}
            onSelect={({ currentTarget }) => setCaret(caretOf(currentTarget))}
            onFocus={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onScroll={(event) => setScrolled(event.currentTarget.scrollLeft)}
          />
        </span>
        {input !== '' && !disabled && (
          <button type="button" aria-label="Clear search" onClick={() => write('')}>
            ×
          </button>
        )}
      </div>
      {shown && (
        <div className={styles.drop} role="presentation" onMouseDown={(event) => event.preventDefault()}>
          <div className={styles.head}>
            <span>{isEmpty ? 'Search for a name, ask a question, or write a query' : 'Suggested Category:'}</span>
            {!isEmpty && <span role="status">{isSearching ? 'Searching…' : found && `${countOf(found, entries)} results`}</span>}
          </div>
          {invalid && entries.length === 0 ? (
            <div id={listId} role="listbox" aria-label="Suggestions" className={styles.list}>
              <div className={styles.option} role="option" aria-selected={false} aria-disabled>
                <span>{INVALID_INPUT}</span>
              </div>
            </div>
          ) : isSearching ? null : (
            <SearchList id={listId} entries={entries} focused={focused} onPick={pick} />
          )}
          {isCurrent && found.asked && !error && <AskedNotes asked={found.asked} />}
          {error && (
            <p className={styles.error}>
              {error.message} {error.expected.length > 0 && `Expected: ${expectedWords(error.expected)}.`}
              {error.suggestion !== undefined && (
                <button type="button" className={styles.offer} onClick={() => write(error.suggestion ?? '')}>
                  Use <code>{error.suggestion}</code>
                </button>
              )}
            </p>
          )}
          {isCurrent && found.whole.accepting && found.whole.meaning && (
            <p className={styles.meaning}>
              {found.whole.meaning} <kbd>Enter</kbd>
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** Returns the position of the caret; Infinity at the end, wherever that is. */
function caretOf({ selectionStart, value }: HTMLInputElement): number {
  return selectionStart === null || selectionStart >= value.length ? Infinity : selectionStart;
}

function countOf({ options }: Suggestions, entries: readonly Entry[]): number {
  const others = entries.filter(({ option }) => option === undefined).length;
  return options.options_total + others;
}

/** The maximum number of expected words that an error names. */
const NAMED = 8;

function expectedWords(words: readonly string[]): string {
  return words.length > NAMED ? `${words.slice(0, NAMED).join(', ')} and others` : words.join(', ');
}
