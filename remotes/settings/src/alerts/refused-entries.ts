import type { ApiFailure } from '@cam/platform';
import { savedRows, type AlertFields } from './alert-fields';

/** Message for each entry that the server refused: e-mails and URLs by their text, syslog servers by their row id. */
export type RefusedEntries = Readonly<Record<string, string>>;

interface FieldError {
  field: string;
  message: string;
}

/**
 * Maps the field errors of a failed request to entries of the form.
 * @returns an empty record if the failure names no entry
 */
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
