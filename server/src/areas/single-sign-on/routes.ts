import { notFound } from '../../platform/http/errors';
import type { Mount } from '../../platform/http/mount';
import type { SamlConnections } from './connections';
import type { ChangedKeys, OwnKeys } from './own-keys';
import type { SingleSignOn } from './single-sign-on';
import type { SamlTests } from './tests';

/** The parts of single sign-on that its calls need. */
export interface SamlParts {
  connections: SamlConnections;
  ownKeys: OwnKeys;
  tests: SamlTests;
  signOn: SingleSignOn;
}

/** Mounts the calls about the SAML provider of a tenant. @param saml null if an outside identity platform signs users in */
export function singleSignOnRoutes(mount: Mount, saml: SamlParts | null): void {
  const parts = (): SamlParts => {
    if (!saml) throw notFound('Another system manages how your users sign in. Set up single sign-on there.');
    return saml;
  };

  mount('GET /v1/sign-on/saml', async ({ tenantId }) => {
    if (saml) return saml.connections.read(tenantId);
    return { is_available: false, connection: null, service_provider: null, usable_domains: [], administrators: [] };
  });

  mount('PUT /v1/sign-on/saml', async ({ principal, body, audit }) => {
    const { req_hdr: _header, account_id: _account, account_uid: _source, ...settings } = body;
    const changed = await parts().connections.save(principal, settings);
    audit(changed);
    return { connection: changed.after };
  });

  mount('PUT /v1/sign-on/saml/state', async ({ tenantId, body, audit }) => {
    const changed = await parts().connections.setState(tenantId, body);
    audit(changed);
    return { connection: changed.after };
  });

  mount('POST /v1/sign-on/saml/certificates', async ({ tenantId, body, audit }) => {
    const changed = await parts().connections.addCertificate(tenantId, body.certificate);
    audit(changed);
    return { connection: changed.after };
  });

  mount('DELETE /v1/sign-on/saml/certificates/{fingerprint}', async ({ tenantId, path, audit }) => {
    const changed = await parts().connections.removeCertificate(tenantId, path.fingerprint);
    audit(changed);
    return { connection: changed.after };
  });

  mount('POST /v1/sign-on/saml/keys', async ({ tenantId, audit }) => {
    if (!(await parts().connections.find(tenantId))) throw notFound('Your tenant has no SAML provider. Save its metadata first.');
    const changed = await parts().ownKeys.add(tenantId);
    audit(entryOf(changed));
    return { keys: changed.after };
  });

  mount('POST /v1/sign-on/saml/keys/{fingerprint}/use', async ({ tenantId, path, audit }) => {
    const changed = await parts().ownKeys.use(tenantId, path.fingerprint);
    audit(entryOf(changed));
    return { keys: changed.after };
  });

  mount('DELETE /v1/sign-on/saml/keys/{fingerprint}', async ({ tenantId, path, audit }) => {
    const changed = await parts().ownKeys.remove(tenantId, path.fingerprint);
    audit(entryOf(changed));
    return { keys: changed.after };
  });

  mount('POST /v1/sign-on/saml/tests', async ({ tenantId }) => {
    const { connections, signOn } = parts();
    const row = await connections.find(tenantId);
    if (!row) throw notFound('Your tenant has no SAML provider. Save its metadata first.');
    return signOn.beginTest(row);
  });

  mount('GET /v1/sign-on/saml/tests/{test_id}', async ({ tenantId, path }) => parts().tests.read(tenantId, path.test_id));

  mount('DELETE /v1/sign-on/saml', async ({ tenantId, audit }) => {
    audit({ before: await parts().connections.remove(tenantId) });
    return undefined;
  });
}

/** Returns what the audit log keeps of a change of keys. */
function entryOf({ before, after }: ChangedKeys) {
  const states = (keys: ChangedKeys['before']) => keys.map(({ fingerprint, is_signing }) => ({ fingerprint, is_signing }));
  return { before: { keys: states(before) }, after: { keys: states(after) } };
}
