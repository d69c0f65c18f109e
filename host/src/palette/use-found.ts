import { useEffect, useEffectEvent, useState } from 'react';
import { nameAddress } from '@cam/contracts';
import { callApi, searchAddress } from '@cam/platform';
import { modeOf, type Mode, type PaletteEntry } from './palette-entry';

/** The pause in typing before the server is asked, ms. */
const PAUSE = 120;

/** The parts of the lines that the server knows: they arrive after the others. */
interface Found {
  text: string;
  entries: readonly PaletteEntry[];
}

const NOTHING: readonly PaletteEntry[] = [];

/**
 * Returns the lines of names, questions and the query language for a text, and whether more may come.
 * @param onFound called when the lines for the text arrive
 */
export function useFound(text: string, onFound: (entries: readonly PaletteEntry[]) => void): { entries: readonly PaletteEntry[]; isBusy: boolean } {
  const [found, setFound] = useState<Found>({ text: '', entries: NOTHING });
  const { mode, words } = modeOf(text);
  const isWanted = words.length > 1 && mode !== '>' && mode !== '!';
  const arrive = useEffectEvent((entries: readonly PaletteEntry[]) => {
    setFound({ text, entries });
    onFound(entries);
  });
  useEffect(() => {
    if (!isWanted) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      entriesFor(mode, words, abort.signal).then(
        (entries) => !abort.signal.aborted && arrive(entries),
        // The lines that the console knows itself remain.
        () => !abort.signal.aborted && arrive(NOTHING),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, mode, words, isWanted]);
  const isCurrent = found.text === text;
  return { entries: isWanted && isCurrent ? found.entries : NOTHING, isBusy: isWanted && !isCurrent };
}

async function entriesFor(mode: Mode | null, words: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  if (mode === '/') return languageEntries(words, signal);
  if (mode === '?') return questionEntries(words, signal);
  const names = await nameEntries(words, signal);
  if (mode === '@') return names.filter(({ to }) => to?.startsWith('/identities/'));
  if (mode === '#') return names.filter(({ to }) => to !== undefined && !to.startsWith('/identities/'));
  return [...names, ...(await questionEntries(words, signal))];
}

async function nameEntries(words: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const { names } = await callApi('GET /v1/graph-querymgr/names', { query: { text: words.slice(0, 200) } }, { signal, toast: false });
  return names.flatMap((name) => {
    const to = nameAddress(name);
    if (to === null) return [];
    return [
      {
        id: `name ${name.uri}`,
        section: 'Names' as const,
        text: name.name,
        detail: name.type === 'PERSON' ? ['Person', name.account_name].filter(Boolean).join(', ') : name.account_name || name.account_id,
        ...(name.type === 'PERSON' ? { icon: 'user' as const } : { type: name.type }),
        to,
      },
    ];
  });
}

async function questionEntries(words: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const { timeZone: tz } = new Intl.DateTimeFormat().resolvedOptions();
  const { readings, suggestions } = await callApi('POST /v1/graph-querymgr/ask', { body: { text: words, tz } }, { signal, toast: false });
  return [
    ...readings.map(({ query, meaning }): PaletteEntry => ({
      id: `reading ${query}`,
      section: 'Question',
      icon: 'search',
      text: meaning,
      detail: query,
      to: searchAddress(query),
    })),
    ...suggestions.map((text): PaletteEntry => ({
      id: `meant ${text}`,
      section: 'Question',
      icon: 'info',
      text: `Did you mean "${text}"?`,
      fill: `?${text}`,
    })),
  ];
}

async function languageEntries(words: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const answer = await callApi('POST /v1/graph-querymgr/autocomplete', { body: { input: words } }, { signal, toast: false });
  const section = 'Query language' as const;
  const run: PaletteEntry[] = answer.accepting
    ? [{ id: 'run', section, icon: 'search', text: `Run ${words}`, detail: answer.meaning ?? '', to: searchAddress(words) }]
    : [];
  if (answer.error) return run;
  const { partial_word: partial } = answer;
  const before = partial && words.endsWith(partial) ? words.slice(0, words.length - partial.length) : `${words} `;
  return [
    ...run,
    ...answer.options.slice(0, 12).map((option, index): PaletteEntry => ({
      id: `option ${option}`,
      section,
      text: option,
      detail: answer.option_info[index]?.description ?? '',
      fill: `/${before}${option} `,
    })),
  ];
}
