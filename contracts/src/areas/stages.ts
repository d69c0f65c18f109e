import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { MOST_STAGE_WORDS, STAGES } from '../stage-words';
import { StringEnum } from '../vocabulary';
import { INVENTORY_READ, Nullable } from './inventory/common';

const Words = (description: string) => Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: MOST_STAGE_WORDS, description });

/** The words that put entities into one stage. */
export const StageWords = Type.Object(
  {
    stage: StringEnum(STAGES),
    values: Words('values of the tags, in any case; * stands for any characters'),
    accounts: Words('names of accounts, in any case; * stands for any characters. They count for entities whose tags name no stage'),
  },
  { additionalProperties: false },
);
export type StageWords = Static<typeof StageWords>;

const fields = {
  keys: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
    maxItems: MOST_STAGE_WORDS,
    description: 'keys of the tags that name the stage, as written or in lower, upper or title case; the first that an entity has counts',
  }),
  stages: Type.Array(StageWords, { minItems: STAGES.length, maxItems: STAGES.length }),
};

/** How a tenant's tags and account names stand for stages. */
export const StageMap = Type.Object(fields);
export type StageMap = Static<typeof StageMap>;

/** A stage map with the user who changed it last. */
const SavedMap = Type.Object({
  ...fields,
  changed_by: Type.String({ description: 'e-mail address; empty: the map is the default one' }),
  changed_at: Nullable(Type.String({ description: 'ISO 8601' })),
});

/** The stages that the query language knows as the attribute `stage`. */
export const stageEndpoints = {
  'GET /v1/stages': endpoint({
    summary: 'Read how tags and account names stand for stages',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    answer: SavedMap,
  }),
  'PUT /v1/stages': endpoint({
    summary: 'Change how tags and account names stand for stages',
    access: ['CAM_GENERAL_WRITE'],
    audit: 'change',
    owner: 'graph-explorer',
    body: fields,
    answer: SavedMap,
  }),
  'GET /v1/stages/values': endpoint({
    summary: 'List the values of the tags that name stages, the most frequent first, with the stage of each',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    answer: Type.Object({
      values: Type.Array(
        Type.Object({ key: Type.String(), value: Type.String(), entities: Type.Integer(), stage: Type.Union([StringEnum(STAGES), Type.Null()]) }),
        {
          description: 'at most 200',
        },
      ),
    }),
  }),
};
