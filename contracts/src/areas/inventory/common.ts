import { Type, type Static } from '@sinclair/typebox';

/** Rights that allow reading the inventory. */
export const INVENTORY_READ = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;

/** Returns a schema that also accepts null. */
export const Nullable = <T extends ReturnType<typeof Type.Integer> | ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);
/** A count; null when it is not known. */
export const NullableCount = Nullable(Type.Integer());
/** Query behind a count. */
export const Query = Type.String({ description: 'query for the counted entities; empty when no query expresses them' });
/** A count. */
export const Count = Type.Integer();

/** Age of the counts. `counted_at` is ISO 8601, and null during the first count. */
export const CountFreshness = { counted_at: Nullable(Type.String()), counting: Type.Boolean({ description: 'newer counts are in progress' }) };

/** Tags of an entity. */
export const Tags = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }));
/** Fields of an entity in every list and on every page. */
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

/** A policy with the reference that identifies it. */
export const PolicyReference = Type.Object({ id: Type.String(), name: Type.String() });

/** Paging parameters. The first page is 0. */
export const paging = {
  page_number: Type.Optional(Type.Integer({ minimum: 0 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
};

/** Parameters of every list export, in addition to its filters. */
export const exportQuery = {
  columns: Type.Optional(Type.String({ maxLength: 500, description: 'column keys in order, comma-separated; all columns by default' })),
};

/** Number of entities of a type. */
export const TypeTotal = Type.Object({ type: Type.String(), count: Type.Integer(), query: Query });
export type TypeTotal = Static<typeof TypeTotal>;
