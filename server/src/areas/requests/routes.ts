import { mayWrite, type AccessRequest } from '@cam/contracts/server';
import { forbidden } from '../../platform/http/errors';
import type { Mount } from '../../platform/http/mount';
import type { Principal } from '../../platform/http/principal';
import type { RequestDecisions } from './decisions';
import type { Reader } from './rows';
import type { RequestsService } from './service';

/** Rights to read guardrails, of which one suffices. */
const GUARDRAIL_RIGHTS = ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE'] as const;

/** Mounts the calls about access requests. */
export function requestsRoutes(mount: Mount, requests: RequestsService, decisions: RequestDecisions): void {
  mount('GET /v1/access-requests', ({ tenantId, principal, query }) => {
    const { list = 'ALL', state, entity_uri: entityUri, offset, limit } = query;
    const filter = { list, ...(state === undefined ? {} : { states: state }), ...(entityUri === undefined ? {} : { entityUri }) };
    return requests.list(tenantId, filter, readerOf(principal), { offset, limit });
  });

  mount('POST /v1/access-requests', async ({ tenantId, body, principal, audit }) => {
    requirePerson(principal);
    const { identity_uri, resource_uri, level, actions, reason, unit, steps, hours, until } = body;
    const asked = await requests.ask(tenantId, { identity_uri, resource_uri, level, actions, reason, unit, steps, hours, until }, principal.email);
    audit({ after: toEntry(asked) });
    return asked;
  });

  mount('POST /v1/access-requests/units', ({ tenantId, body: { identity_uri, resource_uri, level, actions } }) =>
    requests.units(tenantId, { identity_uri, resource_uri, level, actions }),
  );

  mount('POST /v1/access-requests/trial', async ({ tenantId, body, principal, signal, audit }) => {
    const { identity_uri, resource_uri, level, actions, unit } = body;
    const withGuardrails = GUARDRAIL_RIGHTS.some((right) => principal.rights.includes(right));
    const trial = await requests.trial(tenantId, { identity_uri, resource_uri, level, actions }, unit, { withGuardrails, signal });
    audit({ after: { account_name: trial.verdict.account_name, unit, edits: trial.verdict.edits } });
    return trial;
  });

  mount('GET /v1/access-requests/policy', ({ tenantId }) => requests.policy(tenantId));

  mount('PUT /v1/access-requests/policy', async ({ tenantId, body: { longest_hours, connection_id }, audit }) => {
    const { before, after } = await requests.setPolicy(tenantId, { longest_hours, connection_id });
    audit({ before, after });
    return after;
  });

  mount('GET /v1/access-requests/{request_id}', ({ tenantId, path: { request_id: id }, principal }) =>
    requests.one(tenantId, id, readerOf(principal)),
  );

  mount('POST /v1/access-requests/{request_id}/approve', async ({ tenantId, path: { request_id: id }, body, principal, audit }) => {
    requirePerson(principal);
    const decision = { kind: 'APPROVE' as const, reason: body.reason ?? '' };
    const { before, after } = await decisions.decide(tenantId, { id, version: body.version }, decision, readerOf(principal));
    audit({ before: toEntry(before), after: toEntry(after) });
    return after;
  });

  mount('POST /v1/access-requests/{request_id}/refuse', async ({ tenantId, path: { request_id: id }, body, principal, audit }) => {
    requirePerson(principal);
    const decision = { kind: 'REFUSE' as const, reason: body.reason };
    const { before, after } = await decisions.decide(tenantId, { id, version: body.version }, decision, readerOf(principal));
    audit({ before: toEntry(before), after: toEntry(after) });
    return after;
  });

  mount('POST /v1/access-requests/{request_id}/withdraw', async ({ tenantId, path: { request_id: id }, body, principal, audit }) => {
    requirePerson(principal);
    const { before, after } = await decisions.decide(tenantId, { id, version: body.version }, { kind: 'WITHDRAW' }, readerOf(principal));
    audit({ before: toEntry(before), after: toEntry(after) });
    return after;
  });
}

const readerOf = ({ email, rights }: Principal): Reader => ({ email, mayApprove: mayWrite(rights, 'GENERAL') });

/**
 * Refuses service tokens: an administrator can make one, and would decide about the own request with it.
 * @throws ApiError 403
 */
function requirePerson({ email }: Principal): void {
  if (email.startsWith('service:'))
    throw forbidden('Access requests are asked and decided by people. Use a personal API token, or sign in to the console.', 'PERSON_NEEDED');
}

/** Returns what the audit log keeps of a request. */
function toEntry({ request_id, identity, resource, level, actions, state, until, hours, approvals, decision_reason, unit }: AccessRequest) {
  const name = `${identity.name}, ${resource.name}`;
  return { request_id, name, level, actions, unit: unit?.action ?? '', state, until, hours, approvals, decision_reason };
}
