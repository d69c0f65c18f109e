import { accessLetters, type ChangeEdit, type WhatIfRow, type WhatIfVerdict } from '@cam/contracts';
import { CliFailure } from './failure';
import { table } from './table';

/** Rows in the table; the JSON has all that the server lists. */
const SHOWN = 50;

/** The edits of a source, perhaps with those of other sources that are made together with them. */
interface EditsFile {
  edits: ChangeEdit[];
  source_uid?: string;
  with?: Omit<EditsFile, 'with'>[];
}

/**
 * Reads a file of edits: a list, or an object with the list "edits", perhaps the uid of the source, and perhaps the edits of other sources in "with".
 * @throws CliFailure for text that is no such file
 */
export function parseEdits(text: string): EditsFile {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new CliFailure(`The edits are not valid JSON: ${(error as Error).message}`);
  }
  const { edits, source_uid: uid, with: others } = (Array.isArray(file) ? { edits: file } : (file ?? {})) as Record<string, unknown>;
  if (!Array.isArray(edits) || edits.length === 0)
    throw new CliFailure('The file has no edits. Write a list such as [{"kind": "ATTACH_POLICY", "holder": "arn:…", "policy": "arn:…"}].');
  return {
    edits: edits as ChangeEdit[],
    ...(typeof uid === 'string' ? { source_uid: uid } : {}),
    ...(Array.isArray(others) ? { with: others as EditsFile['with'] } : {}),
  };
}

/** Returns a verdict as text. */
export function verdictText(verdict: WhatIfVerdict): string {
  const { account_name: account, taken_at: at, gained, lost, broken, unknown } = verdict;
  const numbers = `Gained ${gained}, lost ${lost}, of these in use ${broken}, use unknown ${unknown}. Guardrails with other findings: ${verdict.guardrails.length}.`;
  const shown = verdict.rows.slice(0, SHOWN);
  const all = shown.map((row) => [row.identity.name, row.resource.name, changeOf(row), actions(row.gained), actions(row.lost), useOf(row)]);
  const guardrails = verdict.guardrails.map((one) => [one.severity, one.name, String(one.raised), String(one.cleared)]);
  return [
    `${account}, snapshot of ${at}:`,
    ...verdict.edits.map((edit) => `  ${edit}`),
    '',
    gained + lost === 0 ? 'No access changes.' : numbers,
    ...(all.length > 0 ? ['', table(['IDENTITY', 'RESOURCE', 'ACCESS', 'GAINED', 'LOST', 'USE'], all)] : []),
    ...(verdict.rows.length > SHOWN ? [`… and ${verdict.rows.length - SHOWN} more with --json`] : []),
    ...(guardrails.length > 0 ? ['', table(['SEVERITY', 'GUARDRAIL', 'RAISED', 'CLEARED'], guardrails)] : []),
    ...(verdict.notes.length > 0 ? ['', ...verdict.notes] : []),
  ].join('\n');
}

/** Returns the letters of a row before and after, such as "R W > W". */
export function changeOf(row: WhatIfRow): string {
  const before = accessLetters(row.actions_before, row.conditional_actions_before) || 'none';
  return `${before} > ${accessLetters(row.actions_after, row.conditional_actions_after) || 'none'}`;
}

/** Names of actions in a cell of the table; the others are counted. */
function actions({ total, names }: WhatIfRow['gained']): string {
  const shown = names.slice(0, 2);
  return `${shown.join(' ')}${total > shown.length ? ` +${total - shown.length}` : ''}`;
}

/** Returns the use of what a row loses. */
export function useOf({ use, broken }: WhatIfRow): string {
  if (use === 'USED') return broken.map(({ action, last_at: at }) => `${action} on ${at.slice(0, 10)}`).join(', ');
  return { NOT_SEEN: 'not seen', UNKNOWN: 'unknown', OF_MEMBERS: 'see members', NOTHING_LOST: '' }[use];
}
