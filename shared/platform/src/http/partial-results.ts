import { PARTIAL_RESULTS_HEADER, readPartialReasons, type PartialReason } from '@cam/contracts';
import { atom, useAtomValue } from 'jotai';
import { store } from '../state/store';

/** Reasons for partial results, by the call whose latest answer reported them. */
const partialAnswersAtom = atom<Readonly<Record<string, readonly PartialReason[]>>>({});

export const partialResultsAtom = atom<readonly PartialReason[]>((get) => [...new Set(Object.values(get(partialAnswersAtom)).flat())]);

/** Returns why the latest answers are partial, each reason once; empty when they are complete. */
export function usePartialResults(): readonly PartialReason[] {
  return useAtomValue(partialResultsAtom);
}

/** Records the header of an answer. A complete answer clears the reasons of the previous one. */
export function recordPartialResults(key: string, headers: Headers): void {
  const reasons = readPartialReasons(headers.get(PARTIAL_RESULTS_HEADER));
  const { [key]: before, ...others } = store.get(partialAnswersAtom);
  if (reasons.length > 0) store.set(partialAnswersAtom, { ...others, [key]: reasons });
  else if (before) store.set(partialAnswersAtom, others);
}

/** Clears all reasons, after the person closed the notice or left the page. */
export function clearPartialResults(): void {
  if (store.get(partialResultsAtom).length > 0) store.set(partialAnswersAtom, {});
}
