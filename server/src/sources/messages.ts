import type { SourceMessage } from '@cam/contracts/server';
import type { Warning } from '../graph';

/** Most warnings stored per import. */
const MOST_WARNINGS = 200;

/** Returns the rows of a source's errors table: first the failure, if there is one, then the warnings. */
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
  const left = warnings.length - MOST_WARNINGS;
  return [
    ...(failure === null ? [] : [line('ERROR', general(failure))]),
    ...warnings.slice(0, MOST_WARNINGS).map((warning) => line('WARNING', warning)),
    ...(left > 0 ? [line('WARNING', general(`${left} more warning${left === 1 ? ' is' : 's are'} not listed.`))] : []),
  ];
}
