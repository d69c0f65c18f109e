import type { findEntity } from '../counts/read-entities';
import type { IdentityCall } from './details';

export type EntityRequest = Pick<IdentityCall['query'], 'uri' | 'data_type' | 'tile' | 'tableTab'>;
/** As it stands in the graph. */
export type FoundEntity = NonNullable<Awaited<ReturnType<typeof findEntity>>>;
