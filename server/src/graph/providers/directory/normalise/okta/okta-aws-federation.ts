import { runInNewContext } from 'node:vm';
import { text } from '../../../../../platform/json-values';
import type { SamlSignIn } from '../../../../engine/app-assignment';
import { AWS_SIGN_IN, readAwsRoleValue } from '../../compile/aws-role-value';

/** Where assertions go by the kind of AWS that an application is for. */
const SIGN_IN: Record<string, string> = {
  'aws.us-gov': 'https://signin.amazonaws-us-gov.com/saml',
  'aws.us_gov': 'https://signin.amazonaws-us-gov.com/saml',
  'aws.china': 'https://signin.amazonaws.cn/saml',
  'aws.cn': 'https://signin.amazonaws.cn/saml',
};

/** How long the groups of an org may take to be held against the filter of an application, ms. */
const LONGEST_FILTER = 1000;

interface NamedGroup {
  id: string;
  name: string;
  type: string;
}

/**
 * The settings of Okta's application "AWS Account Federation": either the profile of an assignment names roles, or names of groups do.
 * Source: Okta, "Configure SAML for AWS Account Federation", "Map AWS roles to multiple groups".
 */
export class AwsFederationSettings {
  /** Names of groups stand for roles. */
  readonly usesGroups: boolean;
  /** Whoever is in several assigned groups has the roles of all of them. */
  readonly joinsRoles: boolean;

  constructor(private readonly settings: Record<string, unknown>) {
    this.usesGroups = settings.useGroupMapping === true;
    this.joinsRoles = settings.joinAllRoles === true;
  }

  /**
   * A role as Okta lists it: its name, `123456789012 -- name` for one of another account, or the value of the attribute itself. Null where
   * that does not say which account is meant.
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
    // The accounts that an application is connected to know the org under the same name.
    const owner = prefix ?? account;
    return this.#signIn({
      role: `arn:${partition}:iam::${owner}:role/${roleName}`,
      provider: `arn:${partition}:iam::${owner}:saml-provider/${providerName}`,
    });
  }

  /** The roles that groups stand for, by id of the group. */
  byGroup(groups: readonly NamedGroup[]): { signIns: Map<string, SamlSignIn[]>; problem: string | null } {
    const signIns = new Map<string, SamlSignIn[]>();
    const meant = groups.filter(({ type }) => text(this.settings.appFilter) !== 'okta' || type !== 'APP_GROUP');
    const found = matchNames(
      text(this.settings.groupFilter),
      meant.map(({ name }) => name),
    );
    if (!found) return { signIns, problem: 'The group filter is not a valid regular expression, so the roles of groups were left out.' };
    meant.forEach(({ id }, index) => {
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
 * Holds names against a filter of Okta, whose groups are written `(?{{name}}...)`. The filter comes from outside and may take forever: it
 * runs with a limit of time. Null where it is no regular expression or takes too long.
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
