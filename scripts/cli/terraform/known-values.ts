/**
 * Separates the values that are known from marks of those that are not, as plans of Terraform do: an unknown text is null among the values, and true
 * among the marks.
 * @param isUnknown says that a text stands for a value that is not known yet
 */
export function knownValues(value: unknown, isUnknown: (text: string) => boolean): { known: unknown; unknown: unknown } {
  if (typeof value === 'string') {
    const isOpen = isUnknown(value);
    return { known: isOpen ? null : value, unknown: isOpen };
  }
  if (Array.isArray(value)) {
    const parts = value.map((one) => knownValues(one, isUnknown));
    return { known: parts.map(({ known }) => known), unknown: parts.map(({ unknown }) => unknown) };
  }
  if (typeof value !== 'object' || value === null) return { known: value, unknown: false };
  const parts = Object.entries(value).flatMap(([name, own]) => (own === undefined ? [] : [[name, knownValues(own, isUnknown)] as const]));
  return {
    known: Object.fromEntries(parts.map(([name, { known }]) => [name, known])),
    unknown: Object.fromEntries(parts.map(([name, { unknown }]) => [name, unknown])),
  };
}
