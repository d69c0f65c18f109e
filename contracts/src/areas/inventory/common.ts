import { Type, type Static } from '@sinclair/typebox';

/** Who may read an inventory. */
export const INVENTORY_READ = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;

export const Nullable = <T extends ReturnType<typeof Type.Integer> | ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);
export const NullableCount = Nullable(Type.Integer());
export const Query = Type.String({ description: 'the query that answers with what is counted; empty where the language has none' });
export const Count = Type.Integer();

/** When the counts were made, ISO 8601; null: they are being made for the first time. */
export const CountFreshness = { counted_at: Nullable(Type.String()), counting: Type.Boolean({ description: 'newer counts are being made' }) };

export const Tags = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }));
/** What tells an entity, wherever one is listed or shown. */
export const entityFields = {
  uri: Type.String(),
  name: Type.String(),
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  cloud_type: Type.String(),
  region: Type.String(),
  tags: Tags,
};

export const PolicyReference = Type.Object({ id: Type.String(), name: Type.String() });

export const paging = {
  page_number: Type.Optional(Type.Integer({ minimum: 0 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
};

/** What every export of a list takes besides its filters. */
export const exportQuery = {
  columns: Type.Optional(
    Type.String({ maxLength: 500, description: 'keys of the columns in their order, separated by commas; without it all of them' }),
  ),
};

export const TypeTotal = Type.Object({ type: Type.String(), count: Type.Integer(), query: Query });
export type TypeTotal = Static<typeof TypeTotal>;
