import { callApi, notify, reloadTenant, useApi, type ApiFailure } from '@cam/platform';
import type { Account, Api, Organization, OrganizationHierarchy, SourceCloud } from '@cam/contracts';
import { withFailureNotice } from '../list/failure-notice';
import { blockToSend, isConnectionChanged, type EditorModel } from './editor-model';

/** Interval between requests for the state of a hierarchy build, in ms. */
const HIERARCHY_POLL = 250;

/** Result of a connection test. */
export type Tested = Api['POST /v1/policy-reader/test-connection']['answer'];

/** The source that the editor shows. The test of a new source tells an account from an organization. */
export interface Edited {
  cloud: SourceCloud;
  /** Null for a new source. */
  uid: string | null;
  isOrganization: boolean;
}

/** Returns the stored account or organization with its connection. A new source sends no request. */
export function useStored({ cloud, uid, isOrganization }: Edited): { known: Account | Organization | undefined; error: ApiFailure | undefined } {
  const account = useApi('GET /beta/accounts', uid === null || isOrganization ? null : { query: { uid } });
  const path = uid === null || !isOrganization ? null : { cloud_type: cloud, organization_uid: uid };
  const organization = useApi('GET /v1/tenants/organizations/{cloud_type}/{organization_uid}', path && { path });
  return { known: account.data?.account ?? organization.data?.organization, error: account.error ?? organization.error };
}

/** Returns the URL of the online help; undefined until it is known. */
export function useHelpUrl(): string | undefined {
  return useApi('GET /v1/tenants/users/auth', {}).data?.helpUrl;
}

/** Returns the server's AWS principal, or the reason why it has none. It is undefined until it is known. */
export function useAwsPrincipal(): { principal: { arn: string; reason: string } | undefined; isLoading: boolean; check: () => void } {
  const { data, isValidating, mutate } = useApi('GET /v1/policy-reader/aws-principal', {}, { filtered: false });
  return { principal: data, isLoading: isValidating, check: () => void mutate() };
}

/**
 * Tests the connection in the editor. Masked secrets stand for the stored ones.
 * @throws ApiFailure with the reason; no toast is shown
 */
export function testConnection(model: EditorModel, stored: EditorModel, { uid, isOrganization }: Edited): Promise<Tested> {
  const known = uid === null ? {} : isOrganization ? { organization_uid: uid } : { uid };
  const body = { cloud_type: model.cloud, ...nameToSend(model), ...known, ...blockToSend(model, stored, isOrganization) };
  return callApi('POST /v1/policy-reader/test-connection', { body }, { toast: false });
}

/** The test finds out if it is an organization. Empty values are not sent. */
function nameToSend({ name }: EditorModel): { organization_name?: string } {
  return name.trim() === '' ? {} : { organization_name: name.trim() };
}

/**
 * Starts a hierarchy build and waits until it ends.
 * @returns the folders and accounts of the organization
 * @throws Error with the reason when the build fails
 */
export async function buildHierarchy(
  model: EditorModel,
  stored: EditorModel,
  uid: string | null,
  tested: Tested['organization_info'],
): Promise<OrganizationHierarchy> {
  const known = uid === null ? {} : { organization_uid: uid };
  const body = { cloud_type: model.cloud, ...tested, ...nameToSend(model), ...known, ...blockToSend(model, stored, true) };
  const { org_build_uuid } = await callApi('POST /v1/policy-reader/build-organization-hierarchy', { body }, { toast: false });
  for (;;) {
    const { status, error, hierarchy } = await callApi(
      'GET /v1/policy-reader/get-organization-hierarchy',
      { query: { org_build_uuid } },
      { toast: false },
    );
    if (status === 'FAILED') throw new Error(error);
    if (hierarchy) return hierarchy;
    await new Promise((resolve) => setTimeout(resolve, HIERARCHY_POLL));
  }
}

/**
 * Creates an account, reports the outcome as a toast and reloads the tenant.
 * @throws ApiFailure when the server refuses it
 */
export async function createAccount(model: EditorModel, stored: EditorModel): Promise<Account> {
  const account = { account_name: model.name.trim(), cloud_type: model.cloud, ...blockToSend(model, stored, false) };
  const created = await withFailureNotice('Failed to create account', () => callApi('POST /beta/accounts', { body: { account } }, { toast: false }));
  notify.success('Account successfully created!');
  await reloadTenant();
  return created.account;
}

/**
 * Creates an organization whose scope is every account, reports the outcome as a toast and reloads the tenant.
 * @throws ApiFailure when the server refuses it
 */
export async function createOrganization(model: EditorModel, stored: EditorModel): Promise<Organization> {
  const body = { organization: { organization_name: model.name.trim(), cloud_type: model.cloud, ...blockToSend(model, stored, true) } };
  const { organization } = await withFailureNotice('Failed to create organization', () =>
    callApi('POST /v1/tenants/organizations', { body }, { toast: false }),
  );
  notify.success('Account successfully created!');
  await reloadTenant();
  return organization;
}

/**
 * Updates a source. The connection is sent only when it changed, because the server then pulls the source again.
 * @throws ApiFailure when the server refuses it
 */
export async function updateSource(uid: string, isOrganization: boolean, model: EditorModel, stored: EditorModel): Promise<void> {
  const block = isConnectionChanged(model, stored) ? blockToSend(model, stored, isOrganization) : {};
  const name = model.name.trim();
  if (isOrganization) {
    const organization = { organization_uid: uid, organization_name: name, ...block };
    await withFailureNotice('Failed to update organization', () =>
      callApi('PATCH /v1/tenants/organizations', { body: { organization } }, { toast: false }),
    );
  } else {
    const account = { uid, account_name: name, ...block };
    await withFailureNotice('Failed to update account', () => callApi('PATCH /beta/accounts', { body: { account } }, { toast: false }));
  }
  notify.success('Account successfully updated!');
  await reloadTenant();
}
