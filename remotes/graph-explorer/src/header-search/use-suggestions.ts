import { useEffect, useRef, useState } from 'react';
import { fetchNames, fetchOptions, fetchReadings, fetchRecent } from '../search/api';
import { isRefused, type Suggestions } from './entries';

/** The pause in typing before suggestions are requested, in ms. */
const DEBOUNCE = 350;

/**
 * Returns the suggestions for an input after a pause in typing. Names and questions are looked up only for text that does not continue a
 * query.
 * @param caret the position at which options continue the input
 * @param onFound called with each answer
 * @returns the last answer, and whether that for the input is still to come
 */
export function useSuggestions(
  input: string,
  caret: number,
  open: boolean,
  onFound: (found: Suggestions) => void,
): { found: Suggestions | null; isSearching: boolean } {
  const [found, setFound] = useState<Suggestions | null>(null);
  const [answered, setAnswered] = useState('');
  const request = `${caret} ${input}`;
  const latestOnFound = useRef(onFound);
  useEffect(() => {
    latestOnFound.current = onFound;
  });
  useEffect(() => {
    if (!open || input.trim() === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void suggestionsFor(input, caret, abort.signal)
        .then(
          (next) => {
            if (abort.signal.aborted) return;
            setFound(next);
            latestOnFound.current(next);
          },
          () => !abort.signal.aborted && setFound(null),
        )
        .finally(() => !abort.signal.aborted && setAnswered(`${caret} ${input}`));
    }, DEBOUNCE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [input, caret, open]);
  return { found, isSearching: open && input.trim() !== '' && answered !== request };
}

/** Returns everything known of an input. */
export async function suggestionsFor(input: string, caret: number, signal: AbortSignal): Promise<Suggestions> {
  const isAtEnd = caret >= input.length;
  const [whole, options] = await Promise.all([fetchOptions(input, signal), isAtEnd ? null : fetchOptions(input.slice(0, caret), signal)]);
  const found: Suggestions = { input, caret: isAtEnd ? input.length : caret, whole, options: options ?? whole, names: [], asked: null };
  const isWord = !/\s/.test(input);
  if (!isRefused(whole) && !isWord) return found;
  const text = input.trim();
  const [names, asked] = await Promise.all([fetchNames(text.slice(0, 200), signal), isRefused(whole) ? fetchReadings(text, signal) : null]);
  return { ...found, names, asked };
}

/** Returns the user's recent searches while the list of an empty box is open. */
export function useRecent(wanted: boolean): readonly string[] {
  const [recent, setRecent] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    // Without the history, the examples remain.
    fetchRecent(abort.signal).then(setRecent, () => undefined);
    return () => abort.abort();
  }, [wanted]);
  return recent;
}
