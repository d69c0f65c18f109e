import type { Connector, HierarchyNode, ConnectionTest } from '../connector';
import { forEachOf } from '../../../platform/async/limiter';
import { ProviderError } from '../http/provider-error';
import type { ODataClient } from '../microsoft/odata-client';
import { unlessGone, type Pull, type ReadPart } from '../pull';
import { asFileName, type Page } from '../staging';

interface WithId {
  id: string;
}

interface ServicePrincipal extends WithId {
  servicePrincipalType?: string;
}

/** Groups or applications to read in parallel. The client bounds the requests themselves. */
const AT_ONCE = 6;

const USER_FIELDS = `id,displayName,userPrincipalName,mail,givenName,surname,jobTitle,department,companyName,employeeType,city,country,usageLocation,accountEnabled,userType,externalUserState,createdDateTime,onPremisesSyncEnabled`;

/** Service principal name of AWS in directories whose users sign in to it. */
const AWS_SIGN_IN = 'https://signin.aws.amazon.com/saml';

const permission = (name: string): string => `Grant the application the application permission ${name} of Microsoft Graph, with admin consent.`;

const PREMIUM = 'The directory needs a Microsoft Entra ID P1 or P2 licence.';

/** Pulls a Microsoft Entra ID directory: users, groups, applications, administrators, conditional access, sign-ins and directory changes. */
export class EntraConnector implements Connector {
  /** @param applicationId of the application that signs users in to a cloud; empty if none is configured */
  constructor(
    private readonly graph: ODataClient,
    private readonly tenantId: string,
    private readonly applicationId: string,
  ) {}

  async test(): Promise<ConnectionTest> {
    const { items } = await this.graph.page<{ id?: string; displayName?: string }>('/organization', { $select: 'id,displayName' }, null);
    await this.graph.page('/users', { $top: '1', $select: 'id' }, null);
    const name = items[0]?.displayName || this.tenantId;
    return { kind: 'ACCOUNT', id: this.tenantId, name, warnings: await this.#applicationWarnings(), applications: await this.#applications() };
  }

  async hierarchy(): Promise<HierarchyNode> {
    return { type: 'ACCOUNT', id: this.tenantId, name: this.tenantId, children: [] };
  }

  async pull(_accountId: string, pull: Pull): Promise<void> {
    const { staging } = pull;
    const identities = { phase: 'PHASE_PULL_IDENTITIES' as const, grant: permission('Directory.Read.All') };
    const resources = { phase: 'PHASE_PULL_RESOURCES' as const, grant: permission('Application.Read.All') };
    const parts: ReadPart[] = [
      { ...identities, name: 'users', essential: true, read: () => this.#users(pull) },
      {
        ...identities,
        name: 'user-registration-details',
        grant: `${permission('AuditLog.Read.All')} ${PREMIUM}`,
        read: () => staging.list('user-registration-details', this.#registrations),
      },
      { ...identities, name: 'groups', essential: true, read: () => staging.list('groups', this.#groups) },
      { ...identities, name: 'group-members', read: () => this.#members(pull) },
      { ...identities, name: 'directory-roles', grant: permission('RoleManagement.Read.Directory'), read: () => this.#roles(pull) },
      {
        ...identities,
        name: 'directory-roles/eligible',
        grant: permission('RoleEligibilitySchedule.Read.Directory'),
        read: () => staging.list('directory-roles/eligible', this.#eligible),
      },
      { ...resources, name: 'service-principals', read: () => staging.list('service-principals', this.#principals) },
      {
        ...resources,
        name: 'oauth2-permission-grants',
        grant: permission('Directory.Read.All'),
        read: () => staging.list('oauth2-permission-grants', (next) => this.graph.page('/oauth2PermissionGrants', { $top: '999' }, next)),
      },
      { ...resources, name: 'app-role-assignments', read: () => this.#assignments(pull) },
      {
        ...identities,
        name: 'conditional-access-policies',
        grant: permission('Policy.Read.All'),
        read: () => staging.list('conditional-access-policies', (next) => this.graph.page('/identity/conditionalAccess/policies', {}, next)),
      },
      {
        ...identities,
        name: 'named-locations',
        grant: permission('Policy.Read.All'),
        read: () => staging.list('named-locations', (next) => this.graph.page('/identity/conditionalAccess/namedLocations', {}, next)),
      },
      {
        phase: 'PHASE_PULL_USAGE',
        name: 'sign-ins',
        grant: `${permission('AuditLog.Read.All')} ${PREMIUM}`,
        read: () => this.#log(pull, 'sign-ins', '/auditLogs/signIns', 'createdDateTime'),
      },
      {
        phase: 'PHASE_PULL_USAGE',
        name: 'directory-audits',
        grant: permission('AuditLog.Read.All'),
        read: () => this.#log(pull, 'directory-audits', '/auditLogs/directoryAudits', 'activityDateTime'),
      },
    ];
    await pull.parts(parts);
  }

  /** Reads the second factors that each user has registered. */
  readonly #registrations = (next: string | null): Promise<Page<unknown>> =>
    this.graph.page('/reports/authenticationMethods/userRegistrationDetails', { $top: '999' }, next);
  readonly #groups = (next: string | null): Promise<Page<WithId>> => this.graph.page('/groups', { $top: '999' }, next);
  readonly #principals = (next: string | null): Promise<Page<ServicePrincipal>> => this.graph.page('/servicePrincipals', { $top: '999' }, next);

  /** Reads eligible assignments, which exist only with a licence for Privileged Identity Management. */
  readonly #eligible = async (next: string | null): Promise<Page<unknown>> => {
    try {
      return await this.graph.page('/roleManagement/directory/roleEligibilityScheduleInstances', { $top: '500' }, next);
    } catch (error) {
      if (error instanceof ProviderError && /PremiumLicense/i.test(error.code)) return { items: [], next: null };
      throw error;
    }
  };

  /** Reads users with their last sign-in, which only premium licences have. Without one, reads the other fields. */
  async #users(pull: Pull): Promise<void> {
    const list = (fields: string): Promise<void> =>
      pull.staging.list('users', (next) => this.graph.page('/users', { $top: '500', $select: fields }, next));
    try {
      await list(`${USER_FIELDS},signInActivity`);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.fault === 'failed') throw error;
      await list(USER_FIELDS);
      pull.warn('users', `The last sign-in of users is unknown: ${error.message.replace(/\.?$/, '.')} ${permission('AuditLog.Read.All')}`);
    }
  }

  async #members({ staging }: Pull): Promise<void> {
    await forEachOf(staging.entries('groups', this.#groups), AT_ONCE, ({ id }) =>
      unlessGone(() =>
        staging.list(`group-members/${asFileName(id)}`, (next) =>
          this.graph.page(`/groups/${encodeURIComponent(id)}/members`, { $top: '999', $select: 'id,displayName' }, next),
        ),
      ),
    );
    await staging.markComplete('group-members');
  }

  async #roles({ staging }: Pull): Promise<void> {
    await staging.list('directory-roles/definitions', (next) => this.graph.page('/roleManagement/directory/roleDefinitions', {}, next));
    await staging.list('directory-roles', (next) => this.graph.page('/roleManagement/directory/roleAssignments', { $top: '500' }, next));
  }

  /** Reads the assignments of applications. Managed identities have none. */
  async #assignments({ staging }: Pull): Promise<void> {
    await forEachOf(staging.entries('service-principals', this.#principals), AT_ONCE, async ({ id, servicePrincipalType }) => {
      if (servicePrincipalType === 'ManagedIdentity') return;
      const path = `/servicePrincipals/${encodeURIComponent(id)}/appRoleAssignedTo`;
      await unlessGone(() => staging.list(`app-role-assignments/${asFileName(id)}`, (next) => this.graph.page(path, { $top: '999' }, next)));
    });
    await staging.markComplete('app-role-assignments');
  }

  async #log({ staging, options: { since, until } }: Pull, file: string, path: string, time: string): Promise<void> {
    const $filter = `${time} ge ${since.toISOString()} and ${time} lt ${until.toISOString()}`;
    await staging.list(file, (next) => this.graph.page(path, { $filter, $top: '1000' }, next));
  }

  /** Returns the applications that sign users in to AWS, as suggestions. Empty if one is configured or they cannot be read. */
  async #applications(): Promise<NonNullable<ConnectionTest['applications']>> {
    if (this.applicationId !== '') return [];
    const $filter = `servicePrincipalNames/any(name:startswith(name,'${AWS_SIGN_IN}'))`;
    try {
      const { items } = await this.graph.page<{ appId?: string; displayName?: string }>(
        '/servicePrincipals',
        { $filter, $select: 'appId,displayName' },
        null,
      );
      return items.flatMap(({ appId, displayName }) => (appId ? [{ id: appId, name: displayName ?? appId, cloud: 'AWS' as const }] : []));
    } catch (error) {
      if (error instanceof ProviderError) return [];
      throw error;
    }
  }

  async #applicationWarnings(): Promise<string[]> {
    if (this.applicationId === '') return [];
    const $filter = `appId eq '${this.applicationId}' or id eq '${this.applicationId}'`;
    const { items } = await this.graph.page('/servicePrincipals', { $filter, $select: 'id' }, null);
    return items.length > 0 ? [] : [`The directory has no application with the ID ${this.applicationId}.`];
  }
}
