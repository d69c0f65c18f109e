import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AutocompleteAnswer, OptionInfo } from '@cam/contracts';
import { formatCount, Icon } from '@cam/ui';
import { fetchOptions, searchAddress } from '../search/api';
import { InvalidWord } from './InvalidWord';
import { acceptOption, INVALID_INPUT, moveFocus } from './accept-option';
import styles from './HeaderSearch.module.css';

/** The pause in typing before suggestions are requested, in ms. */
const DEBOUNCE = 350;

/** The suggestions for an input. */
interface Suggestions {
  input: string;
  answer: AutocompleteAnswer;
}

/** Shows the search box of the console, a combobox with suggestions from the query language. */
export default function HeaderSearch({ disabled }: { disabled: boolean }): ReactNode {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const listId = useId();
  // On the result page, the box shows the query until the user types.
  const shownQuery = pathname.startsWith('/searchresult') ? (new URLSearchParams(search).get('query') ?? '') : null;
  const [seenQuery, setSeenQuery] = useState(shownQuery);
  const [input, setInput] = useState(shownQuery ?? '');
  if (shownQuery !== seenQuery) {
    setSeenQuery(shownQuery);
    if (shownQuery !== null) setInput(shownQuery);
  }
  const [found, setFound] = useState<Suggestions | null>(null);
  const [open, setOpen] = useState(false);
  const [focused, setFocused] = useState(-1);
  const [scrolled, setScrolled] = useState(0);
  // The input for which Tab was pressed before its suggestions arrived. Their arrival accepts the first one.
  const acceptFirstFor = useRef<string | null>(null);
  const isTyping = useRef(false);

  useEffect(() => {
    if (!open || input.trim() === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      fetchOptions(input, abort.signal).then(
        (answer) => {
          setFound({ input, answer });
          setFocused(-1);
          const [first] = answer.options;
          if (acceptFirstFor.current === input && first !== undefined && first !== INVALID_INPUT)
            setInput(acceptOption(input, answer.partial_word, first));
          acceptFirstFor.current = null;
        },
        () => !abort.signal.aborted && setFound(null),
      );
    }, DEBOUNCE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [input, open]);

  useEffect(() => {
    if (focused >= 0) document.getElementById(`${listId}-${focused}`)?.scrollIntoView({ block: 'nearest' });
  }, [focused, listId]);

  const answer = found?.answer ?? null;
  const isCurrent = found?.input === input;
  const options = answer?.options ?? [];
  const isRefusal = options.length === 1 && options[0] === INVALID_INPUT;
  // An error of the previous input does not apply to the current one.
  const invalid = isCurrent && isRefusal;
  const shown = open && answer !== null && input.trim() !== '' && (isCurrent || !isRefusal);

  const accept = (option: string | undefined): void => {
    if (!found || !option || option === INVALID_INPUT) return;
    setInput(acceptOption(found.input, found.answer.partial_word, option));
  };
  const run = (): void => {
    if (input.trim() === '') return;
    setOpen(false);
    void navigate(searchAddress(input.trim()));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setFocused(moveFocus(focused, event.key === 'ArrowDown' ? 1 : -1, isRefusal ? 0 : options.length));
    } else if (event.key === 'Tab' && open && !event.shiftKey && input.trim() !== '') {
      if (isCurrent && (invalid || options.length === 0)) return;
      // Tab moves the focus as usual if the user did not type, or presses it twice.
      if (!isCurrent && (!isTyping.current || acceptFirstFor.current === input)) return;
      event.preventDefault();
      if (isCurrent) accept(options[Math.max(focused, 0)]);
      else acceptFirstFor.current = input;
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run();
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
          <InvalidWord input={input} error={invalid && answer ? answer.error : null} scrolled={scrolled} />
          <input
            type="text"
            role="combobox"
            aria-label="Search"
            aria-expanded={shown}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-invalid={invalid}
            aria-activedescendant={shown && focused >= 0 ? `${listId}-${focused}` : undefined}
            placeholder="Search"
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            value={input}
            onChange={(event) => {
              isTyping.current = true;
              setInput(event.target.value);
              setOpen(true);
            }}
            onFocus={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onScroll={(event) => setScrolled(event.currentTarget.scrollLeft)}
          />
        </span>
        {input !== '' && !disabled && (
          <button type="button" aria-label="Clear search" onClick={() => setInput('')}>
            ×
          </button>
        )}
      </div>
      {shown && (
        <div className={styles.drop} role="presentation" onMouseDown={(event) => event.preventDefault()}>
          <div className={styles.head}>
            <span>Suggested Category:</span>
            <span role="status">{answer.options_total} results</span>
          </div>
          <ul id={listId} role="listbox" aria-label="Suggestions">
            {options.map((option, index) => (
              <li
                key={option}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === focused}
                aria-disabled={invalid}
                data-focused={index === focused}
                onMouseDown={() => accept(option)}
              >
                <span>{option}</span>
                <small>{detailOf(answer.option_info[index])}</small>
              </li>
            ))}
          </ul>
          {answer.error && invalid && (
            <p className={styles.error}>
              {answer.error.message} {answer.error.expected.length > 0 && `Expected: ${expectedWords(answer.error.expected)}.`}
            </p>
          )}
          {answer.accepting && answer.meaning && (
            <p className={styles.meaning}>
              {answer.meaning} <kbd>Enter</kbd>
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** Returns the description of an option with its count. */
function detailOf(option: OptionInfo | undefined): string {
  if (!option) return '';
  return [option.description, option.count === null ? '' : formatCount(option.count)].filter(Boolean).join(' · ');
}

/** The maximum number of expected words that an error names. */
const NAMED = 8;

function expectedWords(words: readonly string[]): string {
  return words.length > NAMED ? `${words.slice(0, NAMED).join(', ')} and others` : words.join(', ');
}
