/** An IAM policy statement in AWS's JSON form. */
export interface Statement {
  Sid?: string;
  Effect: 'Allow' | 'Deny';
  Principal?: '*' | Record<string, string | readonly string[]>;
  Action?: string | readonly string[];
  NotAction?: string | readonly string[];
  Resource?: string | readonly string[];
  NotResource?: string | readonly string[];
  Condition?: Record<string, Record<string, string | readonly string[]>>;
}

export interface PolicyDocument {
  Version: '2012-10-17';
  Id?: string;
  Statement: readonly Statement[];
}

export function policyDocument(...statements: readonly Statement[]): PolicyDocument {
  return { Version: '2012-10-17', Statement: statements };
}

export function allow(
  sid: string,
  action: Statement['Action'],
  resource: Statement['Resource'] = '*',
  condition?: Statement['Condition'],
): Statement {
  return { Sid: sid, Effect: 'Allow', Action: action, Resource: resource, ...(condition ? { Condition: condition } : {}) };
}

export function deny(sid: string, action: Statement['Action'], resource: Statement['Resource'] = '*', condition?: Statement['Condition']): Statement {
  return { Sid: sid, Effect: 'Deny', Action: action, Resource: resource, ...(condition ? { Condition: condition } : {}) };
}

/** Returns a trust policy: who may assume a role. */
export function trust(
  principal: Statement['Principal'],
  action: Statement['Action'] = 'sts:AssumeRole',
  condition?: Statement['Condition'],
): PolicyDocument {
  return policyDocument({ Effect: 'Allow', Principal: principal, Action: action, ...(condition ? { Condition: condition } : {}) });
}

export function trustsService(service: string): PolicyDocument {
  return trust({ Service: `${service}.amazonaws.com` });
}

/** Encodes a document as `aws iam` prints it: percent-encoded. */
export function encoded(document: PolicyDocument): string {
  return encodeURIComponent(JSON.stringify(document)).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
