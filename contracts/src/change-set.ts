import type { ChangeEdit } from './areas/what-if';

/** The reach of an element that concerns a whole account or everybody. */
export const REACH_OF_EVERYBODY = 1000;

/** Returns the text of a file of changes, as `cam what-if` reads it. */
export function changeSetText({ edits, verdict: { source_uid } }: { edits: readonly ChangeEdit[]; verdict: { source_uid: string } }): string {
  return `${JSON.stringify({ source_uid, edits }, null, 2)}\n`;
}
