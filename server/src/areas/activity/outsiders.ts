import { at, list, text } from '../../platform/json-values';

/** Whether a principal of a policy is of another account than the one it lies in; services are none. */
export function isForOutsiders(principal: string, accountId: string): boolean {
  if (principal === '*') return true;
  const account = /^(?:arn:[^:]+:(?:iam|sts)::)?(\d{12})(?::|$)/.exec(principal)?.[1];
  return account !== undefined && account !== accountId;
}

/**
 * Who of other accounts a policy document lets in, everybody as `*`; statements with conditions are left out, as they may well narrow it.
 * @param document as an object or as text; what cannot be read lets nobody in
 */
export function outsidersOf(document: unknown, accountId: string): string[] {
  const policy = typeof document === 'string' ? parsed(document) : document;
  const statements = at(policy, 'Statement');
  return (Array.isArray(statements) ? statements : [statements])
    .filter((statement) => text(at(statement, 'Effect')) === 'Allow' && at(statement, 'Condition') === undefined)
    .flatMap((statement) => {
      const principal = at(statement, 'Principal');
      const aws = typeof principal === 'string' ? principal : at(principal, 'AWS');
      return typeof aws === 'string' ? [aws] : list(aws).map(text);
    })
    .filter((principal, index, all) => isForOutsiders(principal, accountId) && all.indexOf(principal) === index);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
