import { sql } from 'kysely';
import type { Api, PersonAccount } from '@cam/contracts/server';
import { notFound } from '../../../platform/http/errors';
import { isUsable, personStatus, stateOf } from '../people/account-state';
import { isOnlyAddress, listPeople, readPeople, type StoredPerson } from '../people/read-people';
import { removalSteps } from '../people/removal-steps';
import type { AccountNames, InventoryRequest } from './answers';
import type { IdentityFact } from './facts';
import type { Overview } from './overview';
import { personQuery } from './queries';
import { readFacts } from './store';

type ListCall = Api['GET /v1/graph-querymgr/people'];
type DetailCall = Api['GET /v1/graph-querymgr/people/{person_id}'];

/** The people behind the accounts of all sources. */
export class People {
  constructor(private readonly overview: Overview) {}

  list(request: InventoryRequest, search: string, { page, pageSize }: { page: number; pageSize: number }): Promise<ListCall['answer']> {
    return this.overview.read(request, async (tx, _names, counted) => {
      const wanted = { accountId: request.accountId, search, limit: pageSize, offset: page * pageSize };
      const { people, total } = await listPeople(tx, request.tenantId, wanted);
      const rows = people.map((person) => ({
        ...fieldsOf(person),
        accounts_count: person.accounts.length,
        clouds: [...new Set(person.accounts.map(({ cloudType }) => cloudType))],
      }));
      return { ...counted, rows, total };
    });
  }

  read(request: InventoryRequest, personId: string): Promise<DetailCall['answer']> {
    return this.overview.read(request, async (tx, names, counted) => {
      const [person] = await readPeople(tx, request.tenantId, [personId]);
      if (!person) throw notFound('There is no person with this id. The accounts may have been deleted. Return to the list of people.');
      const uris = person.accounts.map(({ uri }) => uri);
      const facts = await readFacts(tx, request.tenantId, 'identity', { where: sql<boolean>`f.value ->> 'uri' in (${sql.join(uris)})` });
      const byUri = new Map(facts.map((fact) => [fact.uri, fact]));
      return {
        ...fieldsOf(person),
        ...counted,
        accounts: person.accounts.map((account) => toAccount(account, byUri.get(account.uri), names)),
        removal: removalSteps(person.accounts).map(({ account, step, done }) => ({
          uri: account.uri,
          name: account.name,
          account_name: names.of(account.accountId).account_name,
          step,
          done,
        })),
        query: personQuery((await isOnlyAddress(tx, request.tenantId, person)) ? person.email : person.personId),
      };
    });
  }
}

function fieldsOf({ personId, name, email, accounts }: StoredPerson) {
  return { person_id: personId, name, email, status: personStatus(accounts) };
}

function toAccount(account: StoredPerson['accounts'][number], fact: IdentityFact | undefined, names: AccountNames): PersonAccount {
  const { uri, name, type, accountId, cloudType, attributes, evidence } = account;
  const lastSeen = typeof attributes.lastused === 'string' ? attributes.lastused : null;
  return {
    uri,
    name,
    type,
    ...names.of(accountId),
    cloud_type: cloudType,
    status: stateOf(account),
    usable: isUsable(account),
    evidence,
    mfa: typeof attributes.mfa === 'boolean' ? attributes.mfa : null,
    key_age_days: typeof attributes.keyage === 'number' ? attributes.keyage : null,
    privileged: attributes.privileged === true,
    last_used: fact?.last_used ?? lastSeen,
    objects_total: fact?.objects_total ?? 0,
    objects_used: fact === undefined || fact.status === 'NOT_ENOUGH_DATA' ? null : fact.objects_used,
    roles_total: fact?.roles_total ?? 0,
  };
}
