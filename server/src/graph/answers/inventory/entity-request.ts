import type { Api } from '@cam/contracts';
import type { findEntity } from '../counts/read-entities';

export type EntityRequest = Pick<IdentityCall['query'], 'uri' | 'data_type' | 'tile' | 'tableTab'>;
/** The entity as stored in the graph. */
export type FoundEntity = NonNullable<Awaited<ReturnType<typeof findEntity>>>;
export type IdentityCall = Api['GET /v1/graph-querymgr/identity-service'];
