import { at, text, type Fields } from '../../../../platform/json-values';

/**
 * Returns the caller as policies name it: a session as its role, a federated user by the address that the provider gave.
 * @see CloudTrail User Guide, "CloudTrail userIdentity element"
 */
export function identityOf(identity: Fields): string {
  const { type, arn, userName, accountId, invokedBy } = identity;
  const issuer = text(at(identity, 'sessionContext', 'sessionIssuer', 'arn'));
  switch (type) {
    case 'IAMUser':
    case 'Root':
      return text(arn);
    case 'AssumedRole':
    case 'Role':
    case 'FederatedUser':
      return issuer || text(arn).replace(/^(arn:[^:]+):sts:(:\d+):assumed-role\/([^/]+)\/.*$/, '$1:iam:$2:role/$3');
    case 'SAMLUser':
    case 'WebIdentityUser':
      return text(userName).toLowerCase();
    case 'AWSService':
      return text(invokedBy);
    default:
      return text(accountId) === '' ? '' : `arn:aws:iam::${text(accountId)}:root`;
  }
}

/** Returns the handle of the role session that acts, its access key or else its ARN; null where no role session acts. */
export function sessionOf({ type, accessKeyId, arn }: Fields): string | null {
  return type === 'AssumedRole' || type === 'Role' ? text(accessKeyId) || text(arn) : null;
}

/** Returns an ARN as records write it: users, roles and groups without their path, secrets without the six random characters of AWS. */
export function withoutPath(arn: string): string {
  return arn.replace(/(:iam::\d+:(?:user|role|group))\/.*\//, '$1/').replace(/(:secret:.+)-[A-Za-z0-9]{6}$/, '$1');
}
