import type { EntityRow } from '@cam/contracts/server';
import type { Entity } from '../../engine/model';
import type { AccountNames } from './answers';
import { tagsOf } from './values';

type EntityFields = Pick<EntityRow, 'uri' | 'name' | 'type' | 'account_id' | 'account_name' | 'cloud_type' | 'region' | 'tags'>;

/** Returns the fields that identify an entity in lists and on pages. */
export function entityFields(
  {
    uri,
    name,
    type,
    accountId,
    cloudType,
    region,
    attributes,
  }: Pick<Entity, 'uri' | 'name' | 'type' | 'accountId' | 'cloudType' | 'region' | 'attributes'>,
  names: AccountNames,
): EntityFields {
  return { uri, name, type, ...names.of(accountId), cloud_type: cloudType, region, tags: tagsOf(attributes) };
}
