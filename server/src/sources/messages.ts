import type { SourceMessage } from '@cam/contracts/server';
import { groupBy } from '../platform/group-by';
import type { Warning } from '../graph';

/** Most warnings stored per import. */
const MOST_WARNINGS = 200;

/** Most warnings with the same text that are listed one by one. */
const MOST_ALIKE = 3;

/** Returns the rows of a source's errors table: first the failure, if there is one, then the warnings. A repeated warning is one row with its count. */
export function messagesOf(
  source: { account_id: string; account_name: string },
  warnings: readonly Warning[],
  failure: string | null,
): SourceMessage[] {
  const { account_id, account_name } = source;
  const line = (type: SourceMessage['type'], { file, place, message }: Warning): SourceMessage => ({
    type,
    account_id,
    account_name,
    file,
    place,
    message,
  });
  const general = (message: string): Warning => ({ file: null, place: null, message });
  const listed = collapsed(warnings);
  const left = listed.length - MOST_WARNINGS;
  return [
    ...(failure === null ? [] : [line('ERROR', general(failure))]),
    ...listed.slice(0, MOST_WARNINGS).map((warning) => line('WARNING', warning)),
    ...(left > 0 ? [line('WARNING', general(`${left} more warning${left === 1 ? ' is' : 's are'} not listed.`))] : []),
  ];
}

/** Replaces warnings with the same text by the first of them, with their number. */
function collapsed(warnings: readonly Warning[]): Warning[] {
  return [...groupBy(warnings, ({ message }) => message).values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined || alike.length <= MOST_ALIKE) return alike;
    return [{ ...first, message: `${first.message} The same applies to ${(alike.length - 1).toLocaleString('en')} other places.` }];
  });
}
