import type { AccountStatus, SourceMessage } from '@cam/contracts/server';
import type { DifferingFacts } from './tables';

/** The columns that show on a source whether its stored facts are those of its last import. */
interface CheckedSource {
  status: AccountStatus;
  status_reason: string;
  connection_uid: string | null;
  differing_facts: DifferingFacts | null;
}

/** Returns the status of a source. A source whose stored facts differ from its last import is incomplete. A failed source shows its failure. */
export function shownStatus(source: CheckedSource): { status: AccountStatus; status_reason: string } {
  const { status, status_reason, differing_facts: facts } = source;
  const isShown = facts !== null && (status === 'ACCOUNT_STATUS_SUCCESS' || status === 'ACCOUNT_STATUS_WARNING');
  return isShown ? { status: 'ACCOUNT_STATUS_WARNING', status_reason: warningOf(source, facts) } : { status, status_reason };
}

/** Returns the messages of a source: those of its last run, and a warning if its stored facts differ from its last import. Failures come first. */
export function shownMessages(source: CheckedSource & { account_id: string; account_name: string; messages: SourceMessage[] }): SourceMessage[] {
  const { account_id, account_name, messages, differing_facts: facts } = source;
  if (facts === null) return messages;
  const warning: SourceMessage = { type: 'WARNING', account_id, account_name, file: null, place: null, message: warningOf(source, facts) };
  const errors = messages.filter(({ type }) => type === 'ERROR');
  return [...errors, warning, ...messages.filter(({ type }) => type !== 'ERROR')];
}

/** Returns what happened, what follows, and what to do. */
function warningOf({ connection_uid: connection }: Pick<CheckedSource, 'connection_uid'>, { stored, imported }: DifferingFacts): string {
  const had = imported.toLocaleString('en');
  const facts = stored === imported ? `${had} facts, but not the same ones` : `${stored.toLocaleString('en')} of ${had} facts`;
  const remedy = connection === null ? 'Import' : 'Pull';
  return `The stored facts of this account differ from its last import (${facts}), so answers may lack access. ${remedy} it again: evaluating the stored facts cannot restore them.`;
}
