import { callApi, notify, reloadTenant, useApi, type ApiFailure } from '@cam/platform';
import type { Account, Api, Organization, OrganizationHierarchy, SourceCloud } from '@cam/contracts';
import { withFailureNotice } from '../list/failure-notice';
import { blockToSend, isConnectionChanged, type EditorModel } from './editor-model';

/** How often it is asked whether a hierarchy is built, ms. */
const HIERARCHY_POLL = 250;

export type Tested = Api['POST /v1/policy-reader/test-connection']['answer'];

/** What the editor is open for; a new source is an account or an organization as its test tells. */
export interface Edited {
  cloud: SourceCloud;
  /** Null: a new source. */
  uid: string | null;
  isOrganization: boolean;
}

/** An account or an organization with what connects it; of a new one nothing is asked. */
export function useStored({ cloud, uid, isOrganization }: Edited): { known: Account | Organization | undefined; error: ApiFailure | undefined } {
  const account = useApi('GET /beta/accounts', uid === null || isOrganization ? null : { query: { uid } });
  const path = uid === null || !isOrganization ? null : { cloud_type: cloud, organization_uid: uid };
  const organization = useApi('GET /v1/tenants/organizations/{cloud_type}/{organization_uid}', path && { path });
  return { known: account.data?.account ?? organization.data?.organization, error: account.error ?? organization.error };
}

export function useHelpUrl(): string | undefined {
  return useApi('GET /v1/tenants/users/auth', {}).data?.helpUrl;
}

/** ARN of the server's own identity at AWS; null where that is not known. */
export function useAwsPrincipal(): string | null {
  return useApi('GET /v1/policy-reader/aws-principal', {}, { filtered: false }).data?.arn || null;
}

/** Throws an ApiFailure with the reason; nothing is told by a toast. Of a known source its secrets count where they are masked. */
export function testConnection(model: EditorModel, stored: EditorModel, { uid, isOrganization }: Edited): Promise<Tested> {
  const known = uid === null ? {} : isOrganization ? { organization_uid: uid } : { uid };
  const body = { cloud_type: model.cloud, ...nameToSend(model), ...known, ...blockToSend(model, stored, isOrganization) };
  return callApi('POST /v1/policy-reader/test-connection', { body }, { toast: false });
}

/** Whether it is an organization is what the test finds out. Nothing that is empty is sent. */
function nameToSend({ name }: EditorModel): { organization_name?: string } {
  return name.trim() === '' ? {} : { organization_name: name.trim() };
}

/** Asks what is in an organization, and waits until that is known. Throws an Error with the reason where it failed. */
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

export async function createAccount(model: EditorModel, stored: EditorModel): Promise<Account> {
  const account = { account_name: model.name.trim(), cloud_type: model.cloud, ...blockToSend(model, stored, false) };
  const made = await withFailureNotice('Failed to create account', () => callApi('POST /beta/accounts', { body: { account } }, { toast: false }));
  notify.success('Account successfully created!');
  await reloadTenant();
  return made.account;
}

/** Answers with the organization, whose scope is every account. */
export async function createOrganization(model: EditorModel, stored: EditorModel): Promise<Organization> {
  const body = { organization: { organization_name: model.name.trim(), cloud_type: model.cloud, ...blockToSend(model, stored, true) } };
  const { organization } = await withFailureNotice('Failed to create organization', () => callApi('POST /v1/tenants/organizations', { body }, { toast: false }));
  notify.success('Account successfully created!');
  await reloadTenant();
  return organization;
}

/** What connects the source is sent where it changed: then it is pulled anew. */
export async function updateSource(uid: string, isOrganization: boolean, model: EditorModel, stored: EditorModel): Promise<void> {
  const block = isConnectionChanged(model, stored) ? blockToSend(model, stored, isOrganization) : {};
  const name = model.name.trim();
  if (isOrganization) {
    const organization = { organization_uid: uid, organization_name: name, ...block };
    await withFailureNotice('Failed to update organization', () => callApi('PATCH /v1/tenants/organizations', { body: { organization } }, { toast: false }));
  } else {
    const account = { uid, account_name: name, ...block };
    await withFailureNotice('Failed to update account', () => callApi('PATCH /beta/accounts', { body: { account } }, { toast: false }));
  }
  notify.success('Account successfully updated!');
  await reloadTenant();
}
