/** Fields of the graph that people call otherwise. */
const NAMES: Readonly<Record<string, string>> = { VpcID: 'VPC' };

/** What a field of an entity is called over its column or beside its value. */
export function headingOf(field: string): string {
  return NAMES[field] ?? field;
}
