import type { ReleaseInUse, RemoteId } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { EVERY_TENANT } from '../../platform/events/events';
import { conflict, notFound, unprocessable } from '../../platform/http/errors';
import { addressRefusals, refuseIfAny } from './address-gates';
import { holdOf } from './delivery-rules';
import { readOpenFreezes, readOpenPlans, readRules } from './delivery-store';
import { liveManifests, type Version } from './live-manifests';
import type { Catalogue, ChannelPointer } from './release';
import { hasMoved, lockChannels, moveChannel, readCatalogue, type ChannelMove } from './store';
import type { TenantSettingsCache } from './tenant-settings';

/** The channel after a move. `before`: its version before; null: it was new. */
export interface MovedChannel {
  moved: boolean;
  pointer: ChannelPointer;
  before: string | null;
}

/** A move, with the approval that a plan has. */
export type WantedMove = ChannelMove & { isApproved?: boolean };

/** Points channels at releases, as far as addresses, delivery rules and freeze windows allow. */
export class Channels {
  constructor(
    private readonly ctx: Context,
    private readonly tenants: TenantSettingsCache,
  ) {}

  /**
   * Points a channel at a release.
   * @throws ApiError 404 for an unknown release, 409 if the channel was changed since the caller read it or if something holds the release, 422 if another
   * remote owns one of its addresses
   */
  async move(move: WantedMove): Promise<MovedChannel> {
    const pins = await this.tenants.allPins();
    const result = await this.ctx.db.system((tx) => this.moveWithin(tx, move, pins));
    this.announce(move, result);
    return result;
  }

  /** Does the same within a transaction. The caller announces the move afterwards. */
  async moveWithin(tx: Tx, move: WantedMove, pins: readonly Version[]): Promise<MovedChannel> {
    const { id, channel, version } = move;
    await lockChannels(tx);
    const now = await readCatalogue(tx);
    mustExist(now, id, version);
    if (move.stage && channel !== 'stable')
      throw unprocessable('ROLLOUT_CHANNEL', 'Only the stable channel can be rolled out in stages. The canary channel has a share for each tenant.');
    if (!move.once || !(await hasMoved(tx, move))) {
      refuseIfTaken(now, pins, move);
      const hold = holdOf(now, move, {
        rules: await readRules(tx, id),
        freezes: await readOpenFreezes(tx, id, new Date()),
        wasStaged: await hasMoved(tx, { id, channel: 'staging', version }),
        isApproved: move.isApproved === true,
      });
      if (hold) throw conflict(hold.code, hold.problem);
    }
    const result = await moveChannel(tx, move);
    if ('withoutBefore' in result)
      throw unprocessable('ROLLOUT_FIRST', `The ${channel} channel of ${id} has no release before this one. Point it at the release for all users.`);
    if ('conflict' in result) {
      const at = result.conflict ? `It points at ${result.conflict.version} now.` : 'It has no release yet.';
      throw conflict('CHANNEL_MOVED', `The channel ${channel} of ${id} was changed meanwhile. ${at} Check it and try again.`, {
        current: result.conflict,
      });
    }
    return result;
  }

  /** Tells the consoles and the log of a move. */
  announce({ id, channel, version, by }: ChannelMove, { moved }: MovedChannel): void {
    if (!moved) return;
    this.ctx.log.info({ remote: id, channel, version, by }, 'channel moved');
    this.ctx.events.publish({ tenantId: EVERY_TENANT, kind: 'revision' });
  }

  /** Returns releases that a console may load: a channel points at them, a tenant pins them, or a plan will point a channel at them. */
  async inUse({ channels }: Catalogue, pinnedBy = ({ tenantId }: { tenantId: string }) => `pinned by tenant ${tenantId}`): Promise<ReleaseInUse[]> {
    const used = new Map<string, ReleaseInUse>();
    const note = (id: RemoteId, version: string, why: string): void => {
      const known = used.get(`${id}@${version}`) ?? { id, version, why: [] };
      used.set(`${id}@${version}`, { ...known, why: [...known.why, why] });
    };
    for (const [id, pointers] of channels)
      for (const [channel, { version, rollout }] of Object.entries(pointers)) {
        note(id, version, `${channel} channel`);
        if (rollout) note(id, rollout.from, `${channel} channel, before its rollout`);
      }
    for (const pin of await this.tenants.allPins()) note(pin.id, pin.version, pinnedBy(pin));
    for (const { id, version, channel } of await this.ctx.db.system(readOpenPlans)) note(id, version, `planned for the ${channel} channel`);
    return [...used.values()];
  }
}

/** @throws ApiError 404 for a version that is not published */
export function mustExist({ releases }: Catalogue, id: RemoteId, version: string): void {
  if (!releases.get(id)?.some((release) => release.version === version))
    throw notFound(`${id} has no release ${version}. List the releases with: npm run cam -- remotes list ${id}`);
}

/** @throws ApiError 422 if a live release of another remote owns an address or a menu id of the release */
export function refuseIfTaken(catalogue: Catalogue, pins: readonly Version[], { id, version }: Version): void {
  const release = catalogue.releases.get(id)?.find((one) => one.version === version);
  if (release) refuseIfAny(addressRefusals(release.manifest, liveManifests(catalogue, pins, id)));
}
