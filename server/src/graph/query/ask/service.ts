import type { Account, AskAnswer, FoundName } from '@cam/contracts/server';
import type { Context } from '../../../platform/context';
import { includesAccount } from '../../../platform/http/account-filter';
import type { Tx } from '../../../platform/db/database';
import { readStages } from '../../store/stages';
import type { ConnectedAccount } from '../bind-scope';
import { withoutNul } from '../require-query';
import { ask, calendarDayIn } from './ask';
import { StoredNames } from './stored-names';

/** The most names to offer for a text. */
const MAX_NAMES = 8;

/** People leave out accents when they type a name. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

interface Asker {
  tenantId: string;
  /** The account filter; null: all accounts. */
  accountId: string | null;
}

/** Reads plain questions and finds names, within the account filter. Never runs a query. */
export class AskService {
  constructor(
    private readonly ctx: Pick<Context, 'db'>,
    private readonly sources: {
      accountsOf(tx: Tx, tenantId: string): Promise<Account[]>;
      organizationsOf(tx: Tx, tenantId: string): Promise<ConnectedAccount[]>;
    },
  ) {}

  /** @param tz IANA time zone of the user, for days such as "yesterday" */
  ask(asker: Asker, text: string, tz?: string): Promise<AskAnswer> {
    return this.#names(asker, (names) => ask(withoutNul(text), names, calendarDayIn(tz, new Date())));
  }

  /** Returns people, accounts and entities whose name contains the text, names that begin with it first. */
  find(asker: Asker, text: string): Promise<FoundName[]> {
    const wanted = withoutNul(text).trim();
    return this.#names(asker, async (names, accounts) => {
      const lower = wanted.toLowerCase();
      const ofAccounts = accounts
        .filter(
          ({ account_id: id, account_name: name }) => includesAccount(asker.accountId, id) && (name.toLowerCase().includes(lower) || id === wanted),
        )
        .map((account) => ({
          name: account.account_name,
          type: 'ACCOUNT',
          uri: account.account_id,
          cloud_type: account.cloud_type,
          account_id: account.account_id,
          account_name: account.account_name,
        }));
      const people = wanted === '' ? [] : await names.findPeople(wanted);
      const ofPeople = people.map(({ person_id: uri, name, email }) => ({
        ...{ name, type: 'PERSON', uri, cloud_type: '', account_id: '' },
        account_name: email,
      }));
      const entities = wanted === '' ? [] : await names.find(wanted);
      const all = [...ofPeople, ...ofAccounts, ...entities.map((entity) => ({ ...entity, account_name: names.accountName(entity.account_id) }))];
      const plain = withoutAccents(lower);
      const rank = ({ name }: FoundName): number => {
        const own = withoutAccents(name.toLowerCase());
        return own === plain ? 0 : own.startsWith(plain) ? 1 : 2;
      };
      return all.sort((a, b) => rank(a) - rank(b)).slice(0, MAX_NAMES);
    });
  }

  #names<T>({ tenantId, accountId }: Asker, use: (names: StoredNames, accounts: readonly Account[]) => Promise<T>): Promise<T> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const accounts = await this.sources.accountsOf(tx, tenantId);
      const organizations = await this.sources.organizationsOf(tx, tenantId);
      const { map } = await readStages(tx, tenantId);
      return use(new StoredNames({ tx, tenantId, accountId, accounts: [...accounts, ...organizations], map }), accounts);
    });
  }
}
