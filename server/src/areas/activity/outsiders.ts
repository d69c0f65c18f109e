import { at, list, text } from '../../platform/json-values';

/** Reports whether a policy's principal belongs to another account than the policy. Services do not count. */
export function isForOutsiders(principal: string, accountId: string): boolean {
  if (principal === '*') return true;
  const account = /^(?:arn:[^:]+:(?:iam|sts)::)?(\d{12})(?::|$)/.exec(principal)?.[1];
  return account !== undefined && account !== accountId;
}

/**
 * Returns the principals of other accounts that a policy document allows, with `*` for everyone. It skips statements with conditions, which may
 * restrict the access.
 * @param document an object or JSON text; an unreadable document allows nobody
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
