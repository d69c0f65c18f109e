import { type Json, type Proof, writeEnvelope } from '@cam/checker';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Entity } from '../../src/graph/engine/model';
import type { SourceFacts } from '../../src/graph/engine/source-facts';
import { ABROAD, HOME, ORGANIZATION, type RandomAccounts } from './random-aws-account';
import { TENANT } from './stored-snapshots';

const MANAGEMENT = '999999999999';

/** Returns the facts of random accounts as imports give them: the account that lists the organization, the guest's account, and the account itself. */
export function importedFacts({ home, abroad, levels, guestLevels }: RandomAccounts): SourceFacts[] {
  const ids = [...new Set(levels.map(({ node }) => node.nativeId))];
  const nodes = [...ids, node(HOME), node(ABROAD)];
  const contains = [...ids, node(HOME)].slice(1).map((child, index) => ({ child: { nativeId: child }, parent: { nativeId: ids[index] as string } }));
  const ofGuest = guestLevels ? [{ child: { nativeId: node(ABROAD) }, parent: { nativeId: ids[0] as string } }] : [];
  const management: SourceFacts = {
    ...home,
    accountId: MANAGEMENT,
    entities: nodes.map((nativeId): Entity => scope(nativeId)),
    relations: [...contains, ...ofGuest].map((relation) => ({ ...relation, kind: 'contains' as const, detail: {} })),
    policies: levels.flatMap(({ node: { nativeId }, policies }) => policies.map((policy) => ({ ...policy, holder: { nativeId } }))),
  };
  return [management, abroad, home].map((facts) => JSON.parse(JSON.stringify(facts).replaceAll('"t:', `"${TENANT}:`)) as SourceFacts);
}

/** Changes the documents of policies. Null leaves a policy out. */
function withDocuments(facts: readonly SourceFacts[], change: (policy: SourceFacts['policies'][number]) => string | null): SourceFacts[] {
  return facts.map((one) => ({
    ...one,
    policies: one.policies.flatMap((policy) => {
      const document = change(policy);
      return document === null ? [] : [{ ...policy, document }];
    }),
  }));
}

const ENCRYPTED = '{"Bool":{"aws:SecureTransport":"true"}}';

/** Changes of accounts that show what few random ones have. */
export const SPECIAL_ACCOUNTS: Readonly<Record<string, (facts: readonly SourceFacts[]) => readonly SourceFacts[]>> = {
  'as they are': (facts) => facts,
  'conditions on dates': (facts) =>
    withDocuments(facts, ({ document }) => document.replaceAll(ENCRYPTED, '{"DateGreaterThan":{"aws:CurrentTime":"2024-01-01T00:00:00Z"}}')),
  'the account manages its organization': managing,
  'service control policies that do not allow everything': (facts) =>
    withDocuments(facts, ({ kind, policyId, document }) =>
      kind !== 'scp' ? document : policyId.endsWith('/scp-0') ? '{"Statement":[{"Effect":"Deny","Action":"sqs:DeleteQueue","Resource":"*"}]}' : null,
    ),
  'roles that everybody may assume over encrypted connections': (facts) =>
    withDocuments(facts, ({ kind, document }) =>
      kind === 'trust'
        ? `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"AWS":"*"},"Condition":${ENCRYPTED}}]}`
        : document,
    ),
  'objects with a beginning': (facts) =>
    withDocuments(facts, ({ document }) => document.replaceAll(/"arn:aws:s3:::(?:\*|b1\/\*|b\?)"/g, '"arn:aws:s3:::b1/a/*"')),
};

/** Makes the account the one that manages the organization. */
function managing(facts: readonly SourceFacts[]): SourceFacts[] {
  const [management, abroad, home] = JSON.parse(JSON.stringify(facts).replaceAll(MANAGEMENT, HOME)) as [SourceFacts, SourceFacts, SourceFacts];
  const both = <K extends 'entities' | 'relations' | 'policies'>(name: K): SourceFacts[K] => [...home[name], ...management[name]] as SourceFacts[K];
  return [abroad, { ...home, entities: both('entities'), relations: both('relations'), policies: both('policies') }];
}

const node = (account: string): string => `arn:aws:organizations::${MANAGEMENT}:account/${ORGANIZATION}/${account}`;

function scope(nativeId: string): Entity {
  const id = encodeURIComponent(nativeId);
  return {
    uri: `t:AWS:${MANAGEMENT}:-:SCOPE:${id}`,
    nativeId,
    name: nativeId,
    type: 'SCOPE',
    accountId: MANAGEMENT,
    cloudType: 'AWS',
    region: '-',
    isIdentity: false,
    isResource: false,
    attributes: {},
  };
}

/** Signs payloads with a key of its own. */
export class TestSigner {
  readonly #keys = generateKeyPairSync('ed25519');
  readonly keyid = createHash('sha256').update(this.#publicBytes).digest('hex');

  get #publicBytes(): Buffer {
    return this.#keys.publicKey.export({ type: 'spki', format: 'der' });
  }

  get publicKey(): { keyid: string; public_key: string } {
    return { keyid: this.keyid, public_key: this.#publicBytes.toString('base64') };
  }

  file(proof: Proof | Json): string {
    return writeEnvelope(proof as Json, (bytes) => ({ keyid: this.keyid, sig: sign(null, bytes, this.#keys.privateKey).toString('base64') }));
  }
}
