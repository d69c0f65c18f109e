import { PARTIAL_RESULTS_HEADER, readPartialReasons, type PartialReason } from '@cam/contracts';
import { atom, useAtomValue } from 'jotai';
import { store } from '../state/store';

/** What the server left out, by the call whose latest answer said so. */
const partialAnswersAtom = atom<Readonly<Record<string, readonly PartialReason[]>>>({});

export const partialResultsAtom = atom<readonly PartialReason[]>((get) => [...new Set(Object.values(get(partialAnswersAtom)).flat())]);

/** Why the latest answers are partial, each reason once; empty where they are whole. */
export function usePartialResults(): readonly PartialReason[] {
  return useAtomValue(partialResultsAtom);
}

/** Notes what an answer's header says. A whole answer takes back what the one before it said. */
export function notePartialResults(key: string, headers: Headers): void {
  const reasons = readPartialReasons(headers.get(PARTIAL_RESULTS_HEADER));
  const { [key]: before, ...others } = store.get(partialAnswersAtom);
  if (reasons.length > 0) store.set(partialAnswersAtom, { ...others, [key]: reasons });
  else if (before) store.set(partialAnswersAtom, others);
}

/** Forgets all: the person read it, or went to another page. */
export function clearPartialResults(): void {
  if (store.get(partialResultsAtom).length > 0) store.set(partialAnswersAtom, {});
}
