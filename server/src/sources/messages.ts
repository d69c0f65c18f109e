import type { SourceMessage } from '@cam/contracts/server';
import type { Warning } from '../graph';

/** Most warnings that are kept of one import. */
const MOST = 200;

/** The lines of a source's errors table: the failure first, where there is one. */
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
  const left = warnings.length - MOST;
  return [
    ...(failure === null ? [] : [line('ERROR', general(failure))]),
    ...warnings.slice(0, MOST).map((warning) => line('WARNING', warning)),
    ...(left > 0 ? [line('WARNING', general(`${left} more warning${left === 1 ? ' is' : 's are'} not listed.`))] : []),
  ];
}
