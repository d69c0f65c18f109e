import { STAGES, type Api, type StageMap } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { unprocessable } from '../../platform/http/errors';
import { countTagValues, readStages, saveStages, type StoredStages } from '../store/stages';
import { stageOf, tagsOf } from './stage-conditions';
import { TAG_PREFIX } from './vocabulary';

type Saved = Api['GET /v1/stages']['answer'];

/** The most tag values that the list shows. */
const MOST_VALUES = 200;

export interface StagesDependencies {
  /** Queues the work that depends on stages: guardrails, tier rules and scores. */
  changed(tenantId: string): Promise<void>;
}

/** The map from a tenant's tags and account names to the stages of the query language. */
export class StagesService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: StagesDependencies,
  ) {}

  async read(tenantId: string): Promise<Saved> {
    return toSaved(await this.ctx.db.tenant(tenantId, (tx) => readStages(tx, tenantId)));
  }

  /**
   * Stores a map.
   * @throws 422 when a stage is missing, or a word stands for two stages
   */
  async save(tenantId: string, map: StageMap, by: string): Promise<{ before: Saved; after: Saved }> {
    const clean = cleaned(map);
    const before = await this.ctx.db.tenant(tenantId, async (tx) => {
      const stored = await readStages(tx, tenantId);
      await saveStages(tx, tenantId, clean, by);
      return toSaved(stored);
    });
    await this.deps.changed(tenantId);
    return { before, after: await this.read(tenantId) };
  }

  /** Lists the values of the tags that name stages, with the stage that the map gives them. */
  values(tenantId: string): Promise<Api['GET /v1/stages/values']['answer']> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const { map } = await readStages(tx, tenantId);
      const counted = await countTagValues(tx, tenantId, tagsOf(map), MOST_VALUES);
      const values = counted.map(({ tag, value, entities }) => ({
        key: tag.slice(TAG_PREFIX.length),
        value,
        entities,
        stage: stageOf(value, 'values', map),
      }));
      return { values };
    });
  }
}

function toSaved({ map, changedBy, changedAt }: StoredStages): Saved {
  return { ...map, changed_by: changedBy, changed_at: changedAt?.toISOString() ?? null };
}

/** Returns a map in the order of the stages, without blanks and repeated words. */
function cleaned({ keys, stages }: StageMap): StageMap {
  const ordered = STAGES.map((stage) => {
    const given = stages.find((one) => one.stage === stage);
    if (!given) throw unprocessable('STAGE_MISSING', `The stage "${stage}" is missing. Send all stages, also those without words.`);
    return { stage, values: distinct(given.values), accounts: distinct(given.accounts) };
  });
  for (const words of ['values', 'accounts'] as const) {
    const all = ordered.flatMap((stage) => stage[words]);
    const twice = all.find((word, index) => all.indexOf(word) !== index);
    if (twice !== undefined) throw unprocessable('WORD_TWICE', `"${twice}" stands for two stages. Keep it in one of them.`);
  }
  // Keys of tags are case-sensitive, and the words for stages are not.
  return { keys: [...new Set(keys.map((key) => key.trim()).filter((key) => key !== ''))], stages: ordered };
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''))];
}
