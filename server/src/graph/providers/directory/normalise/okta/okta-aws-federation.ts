import { runInNewContext } from 'node:vm';
import { text } from '../../../../../platform/json-values';
import type { SamlSignIn } from '../../../../engine/app-assignment';
import { AWS_SIGN_IN, readAwsRoleValue } from '../../compile/aws-role-value';

/** Assertion URLs by the AWS partition of an application. */
const SIGN_IN: Record<string, string> = {
  'aws.us-gov': 'https://signin.amazonaws-us-gov.com/saml',
  'aws.us_gov': 'https://signin.amazonaws-us-gov.com/saml',
  'aws.china': 'https://signin.amazonaws.cn/saml',
  'aws.cn': 'https://signin.amazonaws.cn/saml',
};

/** Time limit in milliseconds for matching an org's groups against an application's filter. */
const LONGEST_FILTER = 1000;

interface NamedGroup {
  id: string;
  name: string;
  type: string;
}

/**
 * Settings of Okta's application "AWS Account Federation". Roles come from the assignment's profile or from group names.
 * @see Okta, "Configure SAML for AWS Account Federation", "Map AWS roles to multiple groups"
 */
export class AwsFederationSettings {
  /** Group names stand for roles. */
  readonly usesGroups: boolean;
  /** A user in several assigned groups gets the roles of all of them. */
  readonly joinsRoles: boolean;

  constructor(private readonly settings: Record<string, unknown>) {
    this.usesGroups = settings.useGroupMapping === true;
    this.joinsRoles = settings.joinAllRoles === true;
  }

  /**
   * Parses a role as Okta lists it: its name, `123456789012 -- name` for a role of another account, or the value of the SAML attribute. Returns null
   * where the account is unclear.
   */
  ofRoleName(name: string): SamlSignIn | null {
    const value = readAwsRoleValue(name);
    if (value) return this.#signIn(value);
    const [, partition, account, providerName] =
      /^arn:([\w-]+):iam::(\d{12}):saml-provider\/(\S+)$/.exec(text(this.settings.identityProviderArn)) ?? [];
    if (partition === undefined || account === undefined || providerName === undefined) return null;
    const [, prefix, roleName = name] = /^\[?([^\]]+?)\]? -- (.+)$/.exec(name) ?? [];
    if (prefix !== undefined && !/^\d{12}$/.test(prefix)) return null;
    if (!/^[\w+=,.@/-]+$/.test(roleName)) return null;
    // The application's connected accounts use the same provider name for the org.
    const owner = prefix ?? account;
    return this.#signIn({
      role: `arn:${partition}:iam::${owner}:role/${roleName}`,
      provider: `arn:${partition}:iam::${owner}:saml-provider/${providerName}`,
    });
  }

  /** Returns the roles that groups stand for, by group id. */
  byGroup(groups: readonly NamedGroup[]): { signIns: Map<string, SamlSignIn[]>; problem: string | null } {
    const signIns = new Map<string, SamlSignIn[]>();
    const eligible = groups.filter(({ type }) => text(this.settings.appFilter) !== 'okta' || type !== 'APP_GROUP');
    const found = matchNames(
      text(this.settings.groupFilter),
      eligible.map(({ name }) => name),
    );
    if (!found) return { signIns, problem: 'The group filter is not a valid regular expression, so the roles of groups were left out.' };
    eligible.forEach(({ id }, index) => {
      const parts = found[index];
      const value =
        parts && readAwsRoleValue(text(this.settings.roleValuePattern).replace(/\$\{(\w+)\}/g, (_all, name: string) => parts[name] ?? ''));
      if (value) signIns.set(id, [this.#signIn(value)]);
    });
    return { signIns, problem: null };
  }

  #signIn(value: { role: string; provider: string }): SamlSignIn {
    return { protocol: 'saml', ...value, audience: SIGN_IN[text(this.settings.awsEnvironmentType)] ?? AWS_SIGN_IN };
  }
}

/**
 * Matches names against an Okta filter with groups written `(?{{name}}...)`. The filter is untrusted and may run forever, so a time limit applies.
 * Returns null where it is invalid or exceeds the limit.
 */
function matchNames(filter: string, names: readonly string[]): (Record<string, string> | null)[] | null {
  const source = filter.replace(/\(\?\{\{(\w+)\}\}/g, '(?<$1>');
  const code =
    'const pattern = new RegExp(source); JSON.stringify(names.map((name) => { const found = pattern.exec(name); return found && (found.groups ?? {}); }))';
  try {
    return JSON.parse(runInNewContext(code, { source, names: [...names] }, { timeout: LONGEST_FILTER }) as string) as (Record<
      string,
      string
    > | null)[];
  } catch {
    return null;
  }
}
