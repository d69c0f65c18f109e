import type { Mount } from '../../platform/http/mount';
import type { WhatIfService } from './service';

/** Rights to read guardrails, of which one suffices. */
const GUARDRAIL_RIGHTS = ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE'] as const;

/** Mounts the calls that try a change and list what can be edited. */
export function whatIfRoutes(mount: Mount, whatIf: WhatIfService): void {
  mount('POST /v1/graph-querymgr/what-if', async ({ tenantId, body, principal, signal, audit }) => {
    const verdict = await whatIf.try(tenantId, {
      parts: [body, ...(body.with ?? [])].map(({ edits, source_uid: sourceUid = null }) => ({ edits, sourceUid })),
      withGuardrails: GUARDRAIL_RIGHTS.some((right) => principal.rights.includes(right)),
      signal,
    });
    audit({ after: { account_name: verdict.account_name, edits: [body, ...(body.with ?? [])].flatMap(({ edits }) => edits) } });
    return verdict;
  });

  mount('GET /v1/graph-querymgr/what-if/options', ({ tenantId, query }) => whatIf.options(tenantId, query.uri));
}
