import type { ApiFailure } from '@cam/platform';
import { savedRows, type AlertFields } from './alert-fields';

/** Why the server refused single entries: e-mails and URLs by their text, syslog servers by the id of their row. */
export type RefusedEntries = Readonly<Record<string, string>>;

interface FieldError {
  field: string;
  message: string;
}

/** Reads which entries of the request a refusal is about; empty where it is about none. */
export function refusedEntries(failure: ApiFailure, sent: AlertFields): RefusedEntries {
  const keys = { email: sent.email.entries, slack_url: sent.slack_url.entries, syslog: savedRows(sent).map(({ id }) => id) };
  const refused: Record<string, string> = {};
  for (const { field, message } of fieldsOf(failure)) {
    const [, list, index] = /^notification_info\.(email|slack_url|syslog)\.(\d+)$/.exec(field) ?? [];
    const key = list === undefined ? undefined : keys[list as keyof typeof keys][Number(index)];
    if (key !== undefined) refused[key] = message;
  }
  return refused;
}

function fieldsOf({ details }: ApiFailure): FieldError[] {
  const { fields } = (details ?? {}) as { fields?: unknown };
  return Array.isArray(fields)
    ? fields.filter((field: FieldError | null) => typeof field?.field === 'string' && typeof field.message === 'string')
    : [];
}
