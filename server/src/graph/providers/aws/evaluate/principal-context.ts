import { contextOf, type KnownKeys, type RequestContext } from '../compile/request-context';
import { earliestRequest } from '../../../engine/earliest-request';
import type { Entity } from '../../../engine/model';
import { anySessionOf, parseRequester, type Requester } from './requester';
import { isOfAnotherProvider, requesterKeys } from './requester-keys';

/** Keys that only requests from services carry. */
export const OF_SERVICE_CALLS: KnownKeys = {
  'aws:sourceaccount': null,
  'aws:sourcearn': null,
  'aws:sourceorgid': null,
  'aws:sourceorgpaths': null,
  'aws:principalservicenameslist': null,
};

/**
 * Returns the requester for an identity's own requests, where a group's members sign as users, and some unknown principal for another account. Returns
 * null where the ARN does not tell.
 */
export function requesterOf({ type, nativeId }: Entity): Requester | null {
  if (type === 'ROLE') return anySessionOf(nativeId);
  if (type === 'EXT_ACCOUNT') {
    const account = parseRequester(nativeId);
    return account && { ...account, kind: 'account' };
  }
  if (type !== 'GROUP') return parseRequester(nativeId);
  const member = parseRequester(nativeId.replace(':group/', ':user/'));
  return member && { ...member, id: nativeId };
}

/** Returns the keys that an identity decides in each request that it signs itself. */
export function principalContext(entity: Entity, requester: Requester | null, known: KnownKeys): RequestContext {
  const { type, attributes } = entity;
  const tags = Object.entries(attributes).filter(([attribute]) => attribute.startsWith('tag.'));
  const keys: KnownKeys = {
    ...(requester ? keysOf(type, requester) : {}),
    ...(requester?.kind === 'service' ? {} : OF_SERVICE_CALLS),
    ...known,
    ...(typeof attributes.userid === 'string' ? { 'aws:userid': attributes.userid } : {}),
    ...Object.fromEntries(tags.map(([attribute, value]) => [`aws:principaltag/${attribute.slice(4).toLowerCase()}`, String(value)])),
  };
  const isAbsent = (key: string): boolean => {
    // A session may bring tags of its own, and the members of a group have theirs.
    if (key.startsWith('aws:principaltag/')) return type === 'USER';
    return requester?.kind === 'provider' && isOfAnotherProvider(key, requester.id);
  };
  const context = contextOf(keys, (key) => (isAbsent(key) ? null : undefined));
  return { ...context, notBefore: earliestRequest() };
}

/** A group decides only the keys that all of its members share. */
function keysOf(type: string, requester: Requester): KnownKeys {
  const keys = requesterKeys(requester);
  if (type !== 'GROUP') return keys;
  return Object.fromEntries(Object.entries(keys).filter(([key]) => key !== 'aws:username' && key !== 'aws:principalarn'));
}
