import type { Severity } from '@cam/contracts';

/**
 * A rule is two queries of the query language: whom it speaks of, and which of them fail. What passes is the difference,
 * so that every number of a suite opens as a search.
 */
export interface ComplianceRule {
  id: string;
  name: string;
  severity: Severity;
  category: string;
  description: string;
  remediation: string;
  /** Inventory query of everything that the rule judges. */
  population: string;
  /** Query whose subjects (identities, or resources of an inventory query) fail. */
  failing: string;
  /** Why an object fails, one sentence. */
  reason: string;
}

export interface ComplianceSuite {
  id: string;
  name: string;
  description: string;
  cloudType: 'AWS';
  rules: readonly ComplianceRule[];
}

/** Least privilege in an AWS account, by what an authorization dump alone can answer. */
export const AWS_LEAST_PRIVILEGE: ComplianceSuite = {
  id: 'aws-identity-least-privilege',
  name: 'AWS identity: least privilege',
  description: 'Who holds more of an AWS account than an identity should, judged on effective access.',
  cloudType: 'AWS',
  rules: [
    {
      id: 'aws-iam-user-admin',
      name: 'Users do not administer the account',
      severity: 'HIGH',
      category: 'Privileged access',
      description:
        'A user whose long-lived credentials administer the account turns one leaked key into the loss of the account. Administration belongs to roles that people assume.',
      remediation:
        'Detach the administrative policies from the user or its groups and let the person assume an administrative role with multi-factor authentication.',
      population: 'user with-attribute cloudtype AWS',
      failing: 'user with-attribute cloudtype AWS with-access account_data for admin',
      reason: 'The user holds administrative privileges on the account.',
    },
    {
      id: 'aws-iam-user-direct-access',
      name: 'Users get their access through groups or roles',
      severity: 'MEDIUM',
      category: 'Access management',
      description: 'Policies attached to single users drift apart and are forgotten when people change teams.',
      remediation: 'Move the policies of the user to a group for its task, or to a role that the user assumes.',
      population: 'user with-attribute cloudtype AWS',
      failing: 'user with-attribute cloudtype AWS with-access any not via group|role',
      reason: 'At least one access path starts at a policy of the user itself.',
    },
    {
      id: 'aws-iam-user-manages-users',
      name: 'Users do not administer other users',
      severity: 'HIGH',
      category: 'Privileged access',
      description: 'Whoever can change the keys, the password or the policies of another user can become that user.',
      remediation: 'Take the privileges on users away, or limit them to the own user with the variable ${aws:username} in the resource.',
      population: 'user with-attribute cloudtype AWS',
      failing: 'user with-attribute cloudtype AWS with-access user for admin',
      reason: 'The user holds administrative privileges on users.',
    },
    {
      id: 'aws-iam-role-manages-roles',
      name: 'Roles do not administer other roles',
      severity: 'HIGH',
      category: 'Privileged access',
      description: 'A role that changes policies or trust of roles can give itself whatever it lacks.',
      remediation: 'Limit the privileges to named roles below a path, and set a permissions boundary that new roles must carry.',
      population: 'role with-attribute cloudtype AWS',
      failing: 'role with-attribute cloudtype AWS with-access role for admin',
      reason: 'The role holds administrative privileges on roles.',
    },
    {
      id: 'aws-iam-policy-tampering',
      name: 'Policies are changed by roles alone',
      severity: 'HIGH',
      category: 'Privileged access',
      description: 'A user who may write a new version of a policy decides what everyone who holds it may do.',
      remediation: 'Keep the policy privileges in a role for changes that go through review.',
      population: 'user with-attribute cloudtype AWS',
      failing: 'user with-attribute cloudtype AWS with-access policy for admin',
      reason: 'The user may change policies.',
    },
    {
      id: 'aws-iam-role-boundary',
      name: 'Administrative roles carry a permissions boundary',
      severity: 'LOW',
      category: 'Guard rails',
      description: 'A permissions boundary keeps a role within its limits even when a wrong policy is attached to it.',
      remediation: 'Set a permissions boundary on the role that leaves out what it must never do.',
      population: 'role with-attribute cloudtype AWS with-access account_data for admin',
      failing: 'role with-attribute cloudtype AWS and boundary false with-access account_data for admin',
      reason: 'The role administers the account and has no permissions boundary.',
    },
  ],
};

export const SUITES: readonly ComplianceSuite[] = [AWS_LEAST_PRIVILEGE];

export function findSuite(suiteId: string): ComplianceSuite | undefined {
  return SUITES.find((suite) => suite.id === suiteId);
}

export function findRule(ruleId: string): ComplianceRule | undefined {
  return SUITES.flatMap((suite) => suite.rules).find((rule) => rule.id === ruleId);
}
