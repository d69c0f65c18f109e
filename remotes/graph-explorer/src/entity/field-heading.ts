/** The headings of fields whose names are not readable. */
const NAMES: Readonly<Record<string, string>> = { VpcID: 'VPC' };

/** Returns the heading of an entity field. */
export function fieldHeading(field: string): string {
  return NAMES[field] ?? field;
}
