import {
  compatibilityIssues,
  BACK_END_SECONDS,
  openApiCalls,
  OpenApiError,
  type ApiSnapshot,
  type BackEnd,
  type RemoteId,
} from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { EVERY_TENANT } from '../../platform/events/events';
import { notFound, unprocessable } from '../../platform/http/errors';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import type { SecretBox } from '../../platform/security/secret-box';
import { documentUrl, readDocument } from './document';
import { IdentityTokens } from './identity-tokens';
import type { BackEndTable } from './tables';

/** Why a release does not fit the server of its team, and how to fix it. */
export interface Misfit {
  problem: string;
  fix: string;
}

/** The servers of teams: addresses that operators choose, and tokens that say who calls. */
export class BackEndsService {
  readonly tokens: IdentityTokens;
  #all: Promise<ReadonlyMap<RemoteId, BackEnd>> | null = null;

  constructor(
    private readonly ctx: Context,
    secrets: SecretBox,
    readonly targets: OutboundTargets,
  ) {
    this.tokens = new IdentityTokens(ctx, secrets);
    ctx.events.subscribe(({ tenantId, kind }) => {
      if (kind === 'revision' && tenantId === EVERY_TENANT) this.#all = null;
    });
  }

  /** Returns the server of a remote; null if an operator has chosen none. */
  async find(id: RemoteId): Promise<BackEnd | null> {
    this.#all ??= this.#read();
    const reading = this.#all;
    reading.catch(() => {
      if (this.#all === reading) this.#all = null;
    });
    return (await reading).get(id) ?? null;
  }

  /**
   * Chooses the server of a remote.
   * @returns the former one and the new one
   * @throws ApiError 422 for an address that CAM cannot or must not call
   */
  async choose(id: RemoteId, { url, seconds, by }: { url: string; seconds?: number | undefined; by: string }) {
    const row = {
      remote_id: id,
      url: await this.#checkedUrl(url),
      seconds: seconds ?? BACK_END_SECONDS,
      changed_by: by,
      changed_at: new Date(),
    };
    const before = await this.ctx.db.system(async (tx) => {
      const former = await tx.selectFrom('back_end').selectAll().where('remote_id', '=', id).forUpdate().executeTakeFirst();
      const { remote_id: _id, ...changes } = row;
      await tx
        .insertInto('back_end')
        .values(row)
        .onConflict((on) => on.column('remote_id').doUpdateSet(changes))
        .execute();
      return former ? toBackEnd(former) : null;
    });
    this.#changed();
    return { before, after: toBackEnd(row) };
  }

  /** Removes the server of a remote. @returns it @throws ApiError 404 if there is none */
  async remove(id: RemoteId): Promise<BackEnd> {
    const before = await this.ctx.db.system((tx) => tx.deleteFrom('back_end').where('remote_id', '=', id).returningAll().executeTakeFirst());
    if (!before) throw notFound(`${id} has no server of its own.`);
    this.#changed();
    return toBackEnd(before);
  }

  /**
   * Checks that the server of a team serves each call of a release, and that no field that the release sends or reads has changed since its build.
   * @param known the calls as the build knew them
   */
  async misfits(id: RemoteId, calls: readonly string[], known: ApiSnapshot | null): Promise<Misfit[]> {
    if (calls.length === 0) return [];
    const backEnd = await this.find(id);
    if (!backEnd)
      return [
        {
          problem: `It calls a server of its team, but CAM knows none for ${id}.`,
          fix: `Ask the operator to run: npm run cam -- remotes back-end set ${id} https://server.example.com`,
        },
      ];
    let served: ApiSnapshot;
    try {
      served = openApiCalls(await readDocument(backEnd, this.targets), calls);
    } catch (error) {
      const reason = error instanceof OpenApiError ? error.message : `It cannot be read: ${(error as Error).message}.`;
      return [
        {
          problem: `The API document of the server does not help: ${reason}`,
          fix: `Let ${documentUrl(backEnd.url)} answer with the OpenAPI document (version 3, JSON), without a token.`,
        },
      ];
    }
    const fix = 'Update the server first, or build the release against the document that it serves.';
    return calls.flatMap((call): Misfit[] => {
      const then = known?.[call];
      const now = served[call];
      if (!then) return [{ problem: `back-end.json does not describe "${call}".`, fix: 'Build it again.' }];
      if (!now) return [{ problem: `It calls "${call}", which the server of its team does not serve.`, fix }];
      return compatibilityIssues(then, now).map((issue) => ({ problem: `It calls "${call}" of its team's server, but ${issue}.`, fix }));
    });
  }

  async #checkedUrl(text: string): Promise<string> {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isPlain = url?.protocol === 'http:';
    if (!url || (!isPlain && url.protocol !== 'https:') || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
      throw refused('Give the address of the server as https://host/path, without user, query and fragment.');
    if (await this.targets.isForbidden(url.hostname))
      throw refused(`${url.hostname} is in a private network. The operator must list the network in CAM_BACK_END_NETWORKS first.`);
    if (isPlain && !(await this.targets.isTrusted(url.hostname)))
      throw refused('http:// is accepted only for addresses in CAM_BACK_END_NETWORKS. Use https://.');
    return `${url.origin}${url.pathname.replace(/\/*$/, '/')}`;
  }

  #changed(): void {
    this.ctx.events.publish({ tenantId: EVERY_TENANT, kind: 'revision' });
  }

  async #read(): Promise<ReadonlyMap<RemoteId, BackEnd>> {
    const rows = await this.ctx.db.system((tx) => tx.selectFrom('back_end').selectAll().execute());
    return new Map(rows.map((row) => [row.remote_id, toBackEnd(row)]));
  }
}

const refused = (message: string) => unprocessable('BACK_END_URL', message);

function toBackEnd({ remote_id: id, url, seconds, changed_by, changed_at }: BackEndTable): BackEnd {
  return { id, url, seconds, changed_by, changed_at: new Date(changed_at).toISOString() };
}
