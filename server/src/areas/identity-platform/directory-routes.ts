import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../../platform/db/database';
import { notFound, unauthorized } from '../../platform/http/errors';
import type { Principal, VerifyToken } from '../../platform/http/principal';
import type { PlatformEndpoints } from './platform';
import { listIdentitySources } from './identity-sources';
import { MOUNT_PATH } from './mount-path';
import type { UserPool } from './user-pool';

export interface DirectoryDependencies {
  db: Db;
  pool: UserPool;
  endpoints: PlatformEndpoints;
  verifyToken: VerifyToken;
}

/** Serves the API of the identity-governance product (endpoints, sources, identities) from the embedded platform's data. */
export function identityDirectoryRoutes(app: FastifyInstance, { db, pool, endpoints, verifyToken }: DirectoryDependencies): void {
  const principalOf = async (request: FastifyRequest): Promise<Principal> => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!token) throw unauthorized('TOKEN_MISSING', 'You are not signed in. Please sign in.');
    return verifyToken(token);
  };

  app.get(`${MOUNT_PATH}/oauth/info`, async () => ({
    authorizeEndpoint: endpoints.authorizeEndpoint,
    tokenEndpoint: endpoints.tokenEndpoint,
    logoutEndpoint: endpoints.logoutEndpoint,
    clientId: endpoints.clientId,
  }));

  app.get(`${MOUNT_PATH}/v3/sources`, async (request) => {
    const { tenantId } = await principalOf(request);
    return listIdentitySources(db, tenantId);
  });

  app.get(`${MOUNT_PATH}/mice/api/v1/identities/:id`, async (request) => {
    const { tenantId } = await principalOf(request);
    const user = await pool.findById((request.params as { id: string }).id);
    if (user?.tenantId !== tenantId) throw notFound('Your tenant has no identity with this ID.');
    const { userId, email, firstName, lastName } = user;
    return {
      id: userId,
      name: email,
      displayName: `${firstName} ${lastName}`.trim(),
      email,
      attributes: { firstname: firstName, lastname: lastName, email },
    };
  });
}
